import type { FormEvent, ReactNode } from 'react'
import { type Language, languages, texts, useLanguage } from '../i18n.ts'
import { classes } from '../ui/classes.ts'
import { useTitle } from '../ui/page.tsx'

const useTexts = texts({ en: { language: 'Language' }, ms: { language: 'Bahasa' } })

/** A page for people who are nobody yet: one thing to do, in the language they read. */
export function Frame({
  title,
  onSubmit,
  children,
}: {
  title: string
  onSubmit: () => void
  children: ReactNode
}) {
  useTitle(title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-4">
        <form onSubmit={submit} className="grid gap-4 rounded-md border bg-card p-6 shadow-md">
          <p className="text-sm font-semibold text-accent">icebot</p>
          <h1 className="text-lg font-semibold">{title}</h1>
          {children}
        </form>
        <Languages />
      </div>
    </main>
  )
}

function Languages() {
  const words = useTexts()
  const [language, setLanguage] = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form, which this is not
    <div role="group" aria-label={words.language} className="flex justify-center gap-1">
      {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          onClick={() => setLanguage(code)}
          className={classes(
            'min-h-9 rounded-md px-3 text-sm pointer-coarse:min-h-11',
            code === language ? 'font-medium text-ink' : 'text-quiet underline hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

export function Alarm({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md bg-alarm-soft p-3 text-sm text-alarm">
      {children}
    </p>
  )
}
