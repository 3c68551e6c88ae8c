import { useEffect, useState } from 'react'
import { texts } from '../i18n.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icons.tsx'

const useTexts = texts({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    once: 'Shown only this once. Store it where your secrets live.',
    stored: 'I have stored it',
  },
  ms: {
    copy: 'Salin',
    copied: 'Disalin',
    once: 'Ditunjukkan sekali ini sahaja. Simpan di tempat rahsia anda.',
    stored: 'Saya sudah simpan',
  },
})
const SHOWN_MS = 2_000

function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, () => void toClipboard(text).then(() => setCopied(true))]
}

/** The clipboard wants https or localhost; a shop in its own network may have neither. */
async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const words = useTexts()
  const [isCopied, copy] = useCopy(text)
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{isCopied ? words.copied : (label ?? words.copy)}</span>
    </Button>
  )
}

/** A short text beside which one can copy it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const words = useTexts()
  const [isCopied, copy] = useCopy(text)
  return (
    <span className="inline-flex items-center gap-1 font-mono text-xs">
      <span className="break-all">{text}</span>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? words.copied : label}
        onClick={copy}
        className="size-7"
      />
    </span>
  )
}

/** Text to paste elsewhere, as a block. */
export function CodeBlock({ text, label }: { text: string; label?: string }) {
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md border bg-sunk p-3 font-mono text-xs">
        <code>{text}</code>
      </pre>
      <div>
        <CopyButton text={text} {...(label ? { label } : {})} />
      </div>
    </div>
  )
}

/** A secret that is shown once. */
export function SecretBox({
  secret,
  name,
  onStored,
}: {
  secret: string
  name: string
  onStored: () => void
}) {
  const words = useTexts()
  return (
    <div className="grid gap-3 rounded-md border border-wait bg-wait-soft p-4">
      <p className="flex items-center gap-2 text-sm font-medium text-wait">
        <Icon name="key" />
        {name}
      </p>
      <code className="break-all rounded-sm bg-card p-2 font-mono text-sm">{secret}</code>
      <p className="text-sm">{words.once}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} />
        <Button look="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </div>
  )
}
