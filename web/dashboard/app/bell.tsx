import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useTell } from '../ui/toast.tsx'
import { AlertList } from './alert-list.tsx'
import type { Alert } from './alerts.ts'
import { NotifySettings } from './notify-settings.tsx'

const useTexts = texts({
  en: {
    bell: (count: number) => (count === 0 ? 'Alerts' : `Alerts: ${count} not seen yet`),
    title: 'Waiting for a person',
    all: 'Mark all as seen',
    none: 'Nobody is waiting. You will be told here when somebody needs you.',
  },
  ms: {
    bell: (count: number) => (count === 0 ? 'Makluman' : `Makluman: ${count} belum dilihat`),
    title: 'Menunggu seseorang',
    all: 'Tanda semua dilihat',
    none: 'Tiada yang menunggu. Anda akan diberitahu di sini apabila diperlukan.',
  },
})

/** Who waits for a person, and how this browser tells it. */
export function Bell({ alerts }: { alerts: Alert[] }) {
  const words = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <span className="relative">
        <Popover.Trigger asChild>
          <IconButton icon="bell" label={words.bell(alerts.length)} className="size-8" />
        </Popover.Trigger>
        {alerts.length > 0 && (
          <span className="pointer-events-none absolute right-1 top-1 size-2 rounded-full bg-alarm" />
        )}
      </span>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          aria-label={words.title}
          className="z-50 grid max-h-[70dvh] w-96 max-w-[92vw] gap-3 overflow-y-auto rounded-md border bg-raised p-3 shadow-md animate-appear"
        >
          <AlertBoard alerts={alerts} onGo={() => setOpen(false)} />
          <div className="border-t pt-3">
            <NotifySettings />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

export function AlertBoard({ alerts, onGo }: { alerts: Alert[]; onGo: () => void }) {
  const words = useTexts()
  const all = useSeenAll()
  return (
    <div className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-2 pl-2">
        <h2 className="text-sm font-semibold">{words.title}</h2>
        {alerts.length > 1 && (
          <Button look="quiet" busy={all.isPending} onClick={() => all.mutate(alerts)}>
            {words.all}
          </Button>
        )}
      </div>
      {alerts.length > 0 ? (
        <AlertList alerts={alerts} onGo={onGo} />
      ) : (
        <p className="px-2 pb-2 text-sm text-quiet">{words.none}</p>
      )}
    </div>
  )
}

/** All of them, and what is left asked for once. */
function useSeenAll() {
  const client = useQueryClient()
  const tell = useTell()
  return useMutation({
    mutationFn: (alerts: Alert[]) =>
      Promise.all(alerts.map(({ id }) => api('POST /alerts/:id/seen', { params: { id } }))),
    onError: (error) => tell({ error }),
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}
