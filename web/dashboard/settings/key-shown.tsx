import { texts } from '../i18n.ts'
import { CodeBlock, SecretBox } from '../ui/copy.tsx'
import { Card } from '../ui/page.tsx'

const useTexts = texts({
  en: {
    title: (name: string) => `The key “${name}”`,
    next: 'Try it',
    about: 'Both lines have the new key in them.',
    curl: 'Read the newest conversations',
    mcp: 'Connect an assistant (MCP), here Claude Code',
    docs: 'Every request there is',
  },
  ms: {
    title: (name: string) => `Kunci “${name}”`,
    next: 'Cuba sekarang',
    about: 'Kedua-dua baris mengandungi kunci baharu.',
    curl: 'Baca perbualan terbaharu',
    mcp: 'Sambung pembantu (MCP), di sini Claude Code',
    docs: 'Semua permintaan yang ada',
  },
})

/** The new key, this once, with what to do first. */
export function ShownKey({ name, secret, onStored }: { name: string; secret: string; onStored: () => void }) {
  const words = useTexts()
  const { origin } = location
  return (
    <>
      <SecretBox name={words.title(name)} secret={secret} onStored={onStored} />
      <Card title={words.next} about={words.about}>
        <h3 className="text-sm font-medium">{words.curl}</h3>
        <CodeBlock
          text={`curl -s '${origin}/api/v1/conversations?limit=3' -H 'Authorization: Bearer ${secret}'`}
        />
        <h3 className="text-sm font-medium">{words.mcp}</h3>
        <CodeBlock
          text={`claude mcp add --transport http icebot ${origin}/api/mcp --header "Authorization: Bearer ${secret}"`}
        />
        <p className="text-sm">
          <a href="/docs" className="text-accent underline">
            {words.docs}
          </a>
        </p>
      </Card>
    </>
  )
}
