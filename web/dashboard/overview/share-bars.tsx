import { count } from '../ui/format.tsx'
import { percent } from './scale.ts'

export interface Share {
  key: string
  name: string
  value: number
  /** What it says when pointed at. */
  says: string
}

/** How a whole is divided: a bar each, the number and its part of the whole beside it. */
export function ShareBars({ shares, labelledBy }: { shares: Share[]; labelledBy: string }) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0)
  return (
    <div role="img" aria-labelledby={labelledBy} className="grid content-start gap-3">
      {shares.map(({ key, name, value, says }) => (
        <div key={key} title={says} className="grid gap-1">
          <div className="flex items-baseline justify-between gap-3 text-sm">
            <span className="truncate">{name}</span>
            <span className="shrink-0 tabular-nums">
              {count(value)}
              <span className="ml-2 inline-block min-w-10 text-right text-xs text-quiet">
                {percent(value, whole)}
              </span>
            </span>
          </div>
          <svg aria-hidden="true" width="100%" height="8" className="block">
            <rect width="100%" height="8" rx="4" className="fill-sunk" />
            {value > 0 && (
              <rect
                width={`${Math.max((value / whole) * 100, 1)}%`}
                height="8"
                rx="4"
                className="fill-accent"
              />
            )}
          </svg>
        </div>
      ))}
    </div>
  )
}
