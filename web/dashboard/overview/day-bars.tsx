import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { niceSteps, short } from './scale.ts'

export interface DayBar {
  date: string
  value: number
  /** Under the bar, where there is room for it. */
  label: string
  /** What it says when pointed at: the day and the number with its unit. */
  says: string
  /** Beside those that are meant, others stand for comparison. */
  isMeant: boolean
}

const HEIGHT = 176
const TOP = 8
const GAP = 0.28
const SHORTEST = 2

/** Bars by day. Pointed at, or gone through with the arrow keys, each says what it is. */
export function DayBars({
  bars,
  unit = '',
  isWhole = true,
  labelledBy,
  label,
}: {
  bars: DayBar[]
  unit?: string
  isWhole?: boolean
  labelledBy: string
  label: string
}) {
  const [at, setAt] = useState<number>()
  const steps = niceSteps(Math.max(...bars.map(({ value }) => value)), isWhole)
  const most = steps.at(-1) || 1
  const heightOf = (value: number) => (value / most) * (HEIGHT - TOP)
  const last = bars.length - 1
  const width = 100 / bars.length
  const every = Math.ceil(bars.length / 7)
  const pointed = at === undefined ? undefined : bars[at]
  const isLabelled = (place: number) => (last - place) % every === 0

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width: room } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / room) * bars.length)
    setAt(Math.min(Math.max(place, 0), last))
  }

  function step(event: KeyboardEvent): void {
    const now = at ?? last
    const steps: Record<string, number> = {
      ArrowLeft: Math.max(now - 1, 0),
      ArrowDown: Math.max(now - 1, 0),
      ArrowRight: Math.min(now + 1, last),
      ArrowUp: Math.min(now + 1, last),
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-quiet">
      <div aria-hidden="true" className="relative grid tabular-nums" style={{ height: HEIGHT }}>
        {steps.map((value) => (
          <span
            key={value}
            className="col-start-1 row-start-1 self-end text-right leading-none"
            style={{ transform: `translateY(${5 - heightOf(value)}px)` }}
          >
            {unit && value > 0 ? `${unit} ` : ''}
            {short(value)}
          </span>
        ))}
      </div>
      <div className="relative">
        <div role="img" aria-labelledby={labelledBy}>
          <svg aria-hidden="true" width="100%" height={HEIGHT} className="block">
            {steps.map((value) => (
              <line
                key={value}
                x1="0"
                x2="100%"
                y1={HEIGHT - heightOf(value) - 0.5}
                y2={HEIGHT - heightOf(value) - 0.5}
                className={value === 0 ? 'stroke-edge' : 'stroke-line'}
              />
            ))}
            {bars.map(({ date, value, isMeant }, place) => {
              const height = value === 0 ? 0 : Math.max(heightOf(value), SHORTEST)
              return (
                <rect
                  key={date}
                  x={`${(place + GAP / 2) * width}%`}
                  width={`${(1 - GAP) * width}%`}
                  y={HEIGHT - height}
                  height={height}
                  rx={Math.min(3, height / 2)}
                  className={classes(
                    'transition-opacity duration-150',
                    isMeant ? 'fill-accent' : 'fill-edge opacity-50',
                    at !== undefined && at !== place && 'opacity-40',
                  )}
                />
              )
            })}
          </svg>
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={(pointed ?? bars.at(-1))?.says}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(undefined)}
          onFocus={(event) => event.target.matches(':focus-visible') && setAt(at ?? last)}
          onBlur={() => setAt(undefined)}
          onKeyDown={step}
          className="absolute inset-x-0 top-0 rounded-sm"
          style={{ height: HEIGHT }}
        />
        {pointed && at !== undefined && (
          <p
            aria-hidden="true"
            className="pointer-events-none absolute z-10 -translate-y-full whitespace-nowrap rounded-sm border bg-raised px-2 py-1 text-ink shadow-md"
            style={{
              top: HEIGHT - heightOf(pointed.value) - 4,
              ...(at < bars.length / 2 ? { left: `${at * width}%` } : { right: `${(last - at) * width}%` }),
            }}
          >
            {pointed.says}
          </p>
        )}
        <div aria-hidden="true" className="relative mt-1 h-4.5">
          {bars.map(({ date, label: under }, place) =>
            isLabelled(place) ? (
              <span
                key={date}
                className={classes(
                  'absolute -translate-x-1/2 whitespace-nowrap',
                  place === last && 'font-medium text-ink',
                )}
                style={{ left: `${(place + 0.5) * width}%` }}
              >
                {under}
              </span>
            ) : null,
          )}
        </div>
      </div>
    </div>
  )
}
