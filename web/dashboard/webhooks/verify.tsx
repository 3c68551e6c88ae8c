import { texts } from '../i18n.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'

const useTexts = texts({
  en: {
    title: 'Verify every delivery',
    about:
      'Anybody can send to your address; only icebot knows the secret. Compare the signature of the bytes as they came, before any parsing.',
    show: 'Show the code (TypeScript)',
    advice:
      'Answer 2xx within 10 seconds, then do the work. The same delivery may come twice: remember X-Service-Delivery.',
    docs: 'What each event carries',
  },
  ms: {
    title: 'Sahkan setiap penghantaran',
    about:
      'Sesiapa boleh menghantar ke alamat anda; hanya icebot tahu rahsianya. Bandingkan tandatangan bait seperti yang diterima, sebelum dihurai.',
    show: 'Tunjuk kod (TypeScript)',
    advice:
      'Jawab 2xx dalam 10 saat, kemudian buat kerjanya. Penghantaran yang sama mungkin datang dua kali: ingat X-Service-Delivery.',
    docs: 'Apa yang dibawa setiap peristiwa',
  },
})

/** As in examples/verify-webhook.ts, which is tested against real deliveries. */
const CODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`rawBody\` is the body exactly as it arrived; \`signature\` is the header X-Service-Signature. */
export function verify(secret: string, rawBody: Uint8Array, signature?: string | string[]): boolean {
  const expected = Buffer.from(\`sha256=\${createHmac('sha256', secret).update(rawBody).digest('hex')}\`)
  const given = Buffer.from(typeof signature === 'string' ? signature : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`

export function Verify() {
  const words = useTexts()
  return (
    <Card title={words.title} about={words.about}>
      <details>
        <summary className="text-sm font-medium text-accent">{words.show}</summary>
        <div className="mt-3">
          <CodeBlock text={CODE} />
        </div>
      </details>
      <p className="text-sm text-quiet">{words.advice}</p>
      <p className="text-sm">
        <a href="/docs" className="inline-flex items-center gap-1 text-accent underline">
          {words.docs}
          <Icon name="external" size={14} />
        </a>
      </p>
    </Card>
  )
}
