import { Link } from '@tanstack/react-router'
import { Choice } from '../ui/choice.tsx'
import { classes } from '../ui/classes.ts'
import { Input } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { isColour, judged, LONGEST_SUGGESTION, type Look, SUGGESTIONS } from './look.ts'
import { useTexts } from './texts.ts'

const SWATCHES = ['#007a7b', '#1d4ed8', '#7c3aed', '#be185d', '#b91c1c', '#c2410c', '#15803d', '#3f3f46']

export function LookFields({
  look,
  problem,
  onChange,
}: {
  look: Look
  problem: (path: string) => string | undefined
  onChange: (edits: Partial<Look>) => void
}) {
  const words = useTexts()
  return (
    <div className="grid content-start gap-5">
      <Accent
        value={look.accent}
        problem={problem('look.accent')}
        onChange={(accent) => onChange({ accent })}
      />
      <Choice
        label={words.theme}
        value={look.theme}
        options={[
          ['auto', words.themeAuto],
          ['light', words.light],
          ['dark', words.dark],
        ]}
        onChange={(theme) => onChange({ theme })}
      />
      <Choice
        label={words.side}
        value={look.side}
        options={[
          ['left', words.left],
          ['right', words.right],
        ]}
        onChange={(side) => onChange({ side })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">{words.suggestions}</legend>
        {Array.from({ length: SUGGESTIONS }, (_, place) => (
          <Input
            // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
            key={place}
            label={words.suggestion(place + 1)}
            hideLabel
            maxLength={LONGEST_SUGGESTION}
            placeholder={words.suggestionExamples[place]}
            problem={problem(`look.suggestions[${place}]`)}
            value={look.suggestions[place] ?? ''}
            onChange={({ target }) =>
              onChange({ suggestions: withPlace(look.suggestions, place, target.value) })
            }
          />
        ))}
        <p className="text-xs text-quiet">{words.suggestionsHint}</p>
      </fieldset>
      <p className="text-xs text-quiet">
        {words.welcomeAt}{' '}
        <Link to="/agent" className="text-accent underline">
          {words.agent}
        </Link>
        .
      </p>
    </div>
  )
}

function Accent({
  value,
  problem,
  onChange,
}: {
  value: string
  problem: string | undefined
  onChange: (next: string) => void
}) {
  const words = useTexts()
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <input
          type="color"
          aria-label={words.picker}
          value={isColour(value) ? value : '#000000'}
          onChange={({ target }) => onChange(target.value)}
          className="h-9 w-11 shrink-0 cursor-pointer rounded-md border border-edge bg-card p-1 pointer-coarse:h-11"
        />
        <div className="grow">
          <Input
            label={words.accent}
            value={value}
            maxLength={7}
            spellCheck={false}
            className="font-mono"
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{words.accent}</legend>
        {SWATCHES.map((hex) => (
          <button
            key={hex}
            type="button"
            aria-label={words.swatch(hex)}
            aria-pressed={value.toLowerCase() === hex}
            style={{ background: hex }}
            className={classes(
              'size-6 rounded-full border pointer-coarse:size-9',
              value.toLowerCase() === hex && 'outline-2 outline-offset-2 outline-accent',
            )}
            onClick={() => onChange(hex)}
          />
        ))}
      </fieldset>
      <Contrast hex={value} problem={problem} />
    </div>
  )
}

function Contrast({ hex, problem }: { hex: string; problem: string | undefined }) {
  const words = useTexts()
  const found = judged(hex)
  if (!found || problem) {
    return (
      <p role="alert" className="text-xs text-alarm">
        {problem ?? words.accentWrong}
      </p>
    )
  }
  const shades = { light: words.lightPage, dark: words.darkPage }
  return (
    <div role="status" className="grid gap-1 text-xs text-quiet">
      <p>{words.onIt(words[found.ink], found.ratio.toFixed(1))}</p>
      {found.faintOn.map((shade) => (
        <p key={shade} className="flex items-center gap-1.5 text-wait">
          <Icon name="warning" size={14} />
          {words.faint(shades[shade])}
        </p>
      ))}
    </div>
  )
}

function withPlace(list: string[], place: number, text: string): string[] {
  const places = Array.from({ length: SUGGESTIONS }, (_, at) => (at === place ? text : (list[at] ?? '')))
  // Empty ones at the end are not there at all, so that what was taken back is no change.
  return places.slice(0, places.findLastIndex((one) => one !== '') + 1)
}
