import { Button, IconButton } from '../ui/button.tsx'
import { Select, Switch } from '../ui/field.tsx'
import { locale } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import {
  copyToAll,
  type Day,
  days,
  faultsIn,
  type Hours,
  inOrder,
  isAllDay,
  isOvernight,
  MOST_SPANS,
  type Span,
  shownEnd,
  storedEnd,
  usualWeek,
  withOneMore,
} from './hours.ts'
import { useHourTexts } from './hours-texts.ts'
import { useTexts } from './texts.ts'
import { zoneOptions } from './zones.ts'

export function HoursCard({
  hours,
  timeZone,
  problem,
  onHours,
  onTimeZone,
}: {
  hours: Hours
  timeZone: string
  problem: (path: string) => string | undefined
  onHours: (next: Hours) => void
  onTimeZone: (next: string) => void
}) {
  const words = useTexts()
  const own = useHourTexts()
  const isTold = Object.keys(hours).length > 0
  const faults = faultsIn(hours)
  return (
    <Card title={words.hours} about={words.hoursAbout}>
      <Switch label={own.told} checked={isTold} onChange={(next) => onHours(next ? usualWeek() : {})} />
      {!isTold && <p className="text-sm text-quiet">{own.untold}</p>}
      {isTold && (
        <div className="grid">
          {days.map((day) => {
            const fault = faults[day]
            return (
              <DayRow
                key={day}
                day={day}
                spans={hours[day] ?? []}
                problem={fault ? own.faults[fault] : problem(`opening_hours.${day}`)}
                onChange={(spans) => onHours({ ...hours, [day]: spans })}
                onCopy={() => onHours(copyToAll(hours, day))}
              />
            )
          })}
        </div>
      )}
      <div className="max-w-xs">
        <Select
          label={own.zone}
          hint={own.now(timeIn(timeZone))}
          problem={problem('time_zone')}
          value={timeZone}
          options={zoneOptions(timeZone)}
          onChange={({ target }) => onTimeZone(target.value)}
        />
      </div>
    </Card>
  )
}

function DayRow({
  day,
  spans,
  problem,
  onChange,
  onCopy,
}: {
  day: Day
  spans: Span[]
  problem: string | undefined
  onChange: (spans: Span[]) => void
  onCopy: () => void
}) {
  const own = useHourTexts()
  const name = own.days[day]
  const isOpen = spans.length > 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in columns everywhere
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-t py-3 first:border-t-0 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]"
    >
      <label className="flex min-h-9 items-center gap-3 self-start text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={own.open(name)}
          checked={isOpen}
          onChange={({ target }) => onChange(target.checked ? withOneMore([]) : [])}
        />
        <span className={isOpen ? 'font-medium' : 'text-quiet'}>{name}</span>
      </label>
      <div className="grid content-start gap-2 max-sm:col-span-2 max-sm:row-start-2 max-sm:empty:hidden">
        {!isOpen && <p className="flex min-h-9 items-center text-sm text-quiet">{own.closed}</p>}
        {spans.map((span, place) => (
          <SpanRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a span has no name but its place
            key={place}
            day={name}
            place={place + 1}
            span={span}
            onChange={(next) => onChange(spans.map((one, at) => (at === place ? next : one)))}
            onSettled={() => onChange(inOrder(spans))}
            onRemove={() => onChange(spans.filter((_, at) => at !== place))}
          />
        ))}
        {problem && (
          <p role="alert" className="text-xs text-alarm">
            {problem}
          </p>
        )}
      </div>
      {isOpen && (
        <div className="flex items-start gap-1">
          <IconButton
            icon="plus"
            label={own.add(name)}
            disabled={spans.length >= MOST_SPANS}
            onClick={() => onChange(withOneMore(spans))}
          />
          <Button look="quiet" icon="copy" aria-label={own.copyOf(name)} onClick={onCopy}>
            {own.copy}
          </Button>
        </div>
      )}
    </div>
  )
}

function SpanRow({
  day,
  place,
  span,
  onChange,
  onSettled,
  onRemove,
}: {
  day: string
  place: number
  span: Span
  onChange: (next: Span) => void
  onSettled: () => void
  onRemove: () => void
}) {
  const own = useHourTexts()
  const [from, to] = span
  const clock = 'h-9 rounded-md border border-edge bg-card px-2 text-sm tabular-nums pointer-coarse:h-11'
  return (
    <div className="grid justify-items-start gap-1">
      <div className="flex items-center gap-1.5">
        <input
          type="time"
          aria-label={own.from(day, place)}
          className={clock}
          value={from}
          onBlur={onSettled}
          onChange={({ target }) => onChange([target.value, to])}
        />
        <span aria-hidden="true">–</span>
        <input
          type="time"
          aria-label={own.to(day, place)}
          className={clock}
          value={shownEnd(to)}
          onBlur={onSettled}
          onChange={({ target }) => onChange([from, storedEnd(target.value)])}
        />
        <IconButton icon="close" label={own.remove(day, place)} onClick={onRemove} />
      </div>
      {isAllDay(span) && <span className="text-xs text-quiet">{own.allDay}</span>}
      {isOvernight(span) && <span className="text-xs text-quiet">{own.overnight}</span>}
    </div>
  )
}

function timeIn(timeZone: string): string {
  return new Date().toLocaleString(locale(), {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
}
