import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { ringgit, toSen } from '../ui/format.tsx'
import { type DraftLine, fullName, type LineProblem, takeable } from './draft.ts'
import { useNewTexts } from './new-texts.ts'

const MAX = 9_999
const FIELD = 'rounded-md border border-edge bg-card text-sm aria-invalid:border-alarm'

/** What is in the order so far; what the server could not give stands at the line it is about. */
export function DraftLines({
  lines,
  problems,
  onChange,
}: {
  lines: DraftLine[]
  problems: Map<number, LineProblem>
  onChange: (lines: DraftLine[]) => void
}) {
  const words = useNewTexts()
  if (lines.length === 0) return <p className="text-sm text-quiet">{words.nothingYet}</p>
  return (
    <ul className="grid">
      {lines.map((line, place) => (
        <Line
          key={line.key}
          line={line}
          problem={problems.get(place)}
          most={takeable(lines, line, problems.get(place)?.available ?? 0)}
          onChange={(next) => onChange(lines.map((one) => (one === line ? { ...line, ...next } : one)))}
          onRemove={() => onChange(lines.filter((one) => one !== line))}
        />
      ))}
    </ul>
  )
}

function Line({
  line,
  problem,
  most,
  onChange,
  onRemove,
}: {
  line: DraftLine
  problem: LineProblem | undefined
  most: number
  onChange: (next: Partial<DraftLine>) => void
  onRemove: () => void
}) {
  const words = useNewTexts()
  const { sku, quantity, instructions, key } = line
  // An empty field, on the way to another number, is not a 1 to be deleted first.
  const [typed, setTyped] = useState<string>()
  const name = fullName(sku)
  const set = (next: number) => onChange({ quantity: Math.max(1, Math.min(MAX, Math.trunc(next) || 1)) })
  return (
    <li className="grid gap-2 border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex items-start justify-between gap-3 text-sm">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <span className="shrink-0 tabular-nums">{ringgit((quantity * toSen(sku.price ?? 0)) / 100)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          icon="minus"
          label={words.less(name)}
          disabled={quantity <= 1}
          onClick={() => set(quantity - 1)}
        />
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX}
          aria-label={words.quantityOf(name)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `problem-${key}` : undefined}
          value={typed ?? quantity}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTyped(target.value)
            set(target.valueAsNumber)
          }}
          onBlur={() => setTyped(undefined)}
          className={`${FIELD} h-9 w-16 px-2 text-center tabular-nums [appearance:textfield] pointer-coarse:h-11`}
        />
        <IconButton icon="plus" label={words.more(name)} onClick={() => set(quantity + 1)} />
        <input
          aria-label={words.instructionsFor(name)}
          placeholder={words.instructions}
          maxLength={1000}
          value={instructions}
          onChange={({ target }) => onChange({ instructions: target.value })}
          className={`${FIELD} h-9 min-w-32 grow basis-40 px-3 placeholder:text-quiet max-sm:order-last max-sm:basis-full pointer-coarse:h-11`}
        />
        <IconButton icon="trash" label={words.remove(name)} className="max-sm:ml-auto" onClick={onRemove} />
      </div>
      {problem && (
        <div
          id={`problem-${key}`}
          role="alert"
          className="flex flex-wrap items-center gap-2 text-sm text-alarm"
        >
          <span>
            {problem.available === undefined
              ? (words.problems[problem.code] ?? problem.message)
              : words.onlyLeft(problem.available)}
          </span>
          {problem.available !== undefined && most > 0 && most < quantity && (
            <Button onClick={() => set(most)}>{words.take(most)}</Button>
          )}
          {(problem.available === undefined || most === 0) && (
            <Button onClick={onRemove}>{words.removeIt}</Button>
          )}
        </div>
      )}
    </li>
  )
}
