import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Card } from '../ui/page.tsx'
import { useTell } from '../ui/toast.tsx'

const useTexts = texts({
  en: {
    title: 'Secret and removal',
    about:
      'Nobody can read the present secret again, not even here. Lost it, or somebody saw it? Make a new one.',
    rotate: 'Make a new secret',
    rotateTitle: 'Make a new signing secret?',
    rotateAbout:
      'It signs from the very next attempt on, retries included. Until your receiver knows it, deliveries it refuses are tried again.',
    remove: 'Remove webhook',
    removeTitle: 'Remove the webhook?',
    removeAbout:
      'Nothing is sent any more, and what is still waiting counts as failed. Address and secret are gone.',
    removed: 'The webhook is removed. Nothing is sent any more.',
  },
  ms: {
    title: 'Rahsia dan pembuangan',
    about:
      'Rahsia sekarang tidak boleh dibaca lagi, di sini pun tidak. Hilang, atau dilihat orang? Buat yang baharu.',
    rotate: 'Buat rahsia baharu',
    rotateTitle: 'Buat rahsia tandatangan baharu?',
    rotateAbout:
      'Ia menandatangani mulai percubaan seterusnya, termasuk cubaan semula. Selagi penerima anda belum mengetahuinya, penghantaran yang ditolak akan dicuba lagi.',
    remove: 'Buang webhook',
    removeTitle: 'Buang webhook?',
    removeAbout: 'Tiada lagi yang dihantar, dan yang masih menunggu dikira gagal. Alamat dan rahsia hilang.',
    removed: 'Webhook sudah dibuang. Tiada lagi yang dihantar.',
  },
})

export function Secret({ onSecret }: { onSecret: (secret: string | undefined) => void }) {
  const words = useTexts()
  const tell = useTell()
  const rotate = useDeed('POST /webhook/rotate', {
    onDone: ({ data }) => {
      onSecret(data.secret)
      scrollTo({ top: 0 })
    },
  })
  const remove = useDeed('DELETE /webhook', {
    onDone: () => {
      onSecret(undefined)
      tell({ text: words.removed })
    },
  })
  return (
    <Card title={words.title} about={words.about}>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          icon="refresh"
          title={words.rotateTitle}
          about={words.rotateAbout}
          confirm={words.rotate}
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate({})}
        >
          {words.rotate}
        </ConfirmButton>
        <ConfirmButton
          icon="trash"
          className="text-alarm"
          title={words.removeTitle}
          about={words.removeAbout}
          confirm={words.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({})}
        >
          {words.remove}
        </ConfirmButton>
      </div>
    </Card>
  )
}
