import { Checkbox, Select } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { useTexts } from './texts.ts'

const LANGUAGES = ['en', 'ms', 'zh', 'ta'] as const
export type AgentLanguage = (typeof LANGUAGES)[number]

/** The usual one comes first. */
export function Languages({
  chosen,
  onChange,
}: {
  chosen: AgentLanguage[]
  onChange: (next: AgentLanguage[]) => void
}) {
  const words = useTexts()
  const toggle = (language: AgentLanguage, isOn: boolean) =>
    onChange(isOn ? [...chosen, language] : chosen.filter((one) => one !== language))
  return (
    <Card title={words.languages} about={words.languagesAbout}>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-3">
        <legend className="sr-only">{words.languages}</legend>
        {LANGUAGES.map((language) => (
          <Checkbox
            key={language}
            label={words.languageNames[language]}
            checked={chosen.includes(language)}
            onChange={({ target }) => toggle(language, target.checked)}
          />
        ))}
      </fieldset>
      {chosen.length === 0 && (
        <p role="alert" className="text-xs text-alarm">
          {words.oneLanguage}
        </p>
      )}
      {chosen.length > 1 && (
        <div className="max-w-xs">
          <Select
            label={words.usual}
            hint={words.usualHint}
            value={chosen[0]}
            options={chosen.map((language) => [language, words.languageNames[language]])}
            onChange={({ target }) => {
              const usual = target.value as AgentLanguage
              onChange([usual, ...chosen.filter((one) => one !== usual)])
            }}
          />
        </div>
      )}
    </Card>
  )
}
