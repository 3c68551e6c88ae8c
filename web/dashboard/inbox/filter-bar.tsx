import { useState } from 'react'
import { useApi } from '../api/queries.ts'
import { useChannelName } from '../app/channels.ts'
import { useNames } from '../app/navigation.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { useSearchText } from '../ui/search-text.ts'
import type { Filters } from './filters.ts'
import { STATUSES, useStatusNames } from './status.tsx'
import { useWords } from './texts.ts'
import type { usePlace } from './use-place.ts'

type Place = ReturnType<typeof usePlace>

export function FilterBar({ place, searchId }: { place: Place; searchId: string }) {
  const names = useNames()
  const words = useWords()
  const statuses = useStatusNames()
  const { filters } = place
  const count = [filters.channel, filters.label, filters.handler, filters.agent_id].filter(Boolean).length
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <div className="grid gap-2 border-b p-3">
      <div className="flex items-center gap-2">
        <p aria-hidden="true" className="grow text-base font-semibold">
          {names.inbox}
        </p>
        <Button
          look="quiet"
          icon="filter"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={classes('-my-1', count > 0 && 'text-accent')}
        >
          {words.filters}
          {count > 0 && ` (${count})`}
        </Button>
      </div>
      <Search place={place} id={searchId} />
      <fieldset className="flex gap-1">
        <legend className="sr-only">{words.status}</legend>
        {[undefined, ...STATUSES].map((status) => (
          <button
            key={status ?? 'all'}
            type="button"
            aria-pressed={filters.status === status}
            onClick={() => place.narrow(withFilter(filters, 'status', status ?? ''))}
            className="min-h-7 grow rounded-full px-2 text-xs font-medium text-quiet hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {status ? statuses[status] : words.all}
          </button>
        ))}
      </fieldset>
      {isOpen && <MoreFilters place={place} count={count} />}
    </div>
  )
}

/** What is typed is looked for in a moment; the address remembers it. */
function Search({ place, id }: { place: Place; id: string }) {
  const words = useWords()
  const { text, type, search } = useSearchText(place.filters.q ?? '', (q) =>
    place.narrow(withFilter(place.filters, 'q', q)),
  )
  return (
    <search className="relative">
      <Icon
        name="search"
        size={16}
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-quiet"
      />
      <input
        id={id}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={100}
        value={text}
        onChange={({ target }) => type(target.value)}
        className="h-9 w-full rounded-md border border-edge bg-card pl-8 pr-9 text-sm placeholder:text-quiet pointer-coarse:h-11 pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          icon="close"
          label={words.clearSearch}
          className="absolute right-0 top-0"
          onClick={() => search('')}
        />
      )}
    </search>
  )
}

function MoreFilters({ place, count }: { place: Place; count: number }) {
  const words = useWords()
  const channelName = useChannelName()
  const { filters } = place
  const { data: facets } = useApi('GET /conversations/facets', {}, { keep: true })
  const { data: agents } = useApi('GET /agents', {})
  const { channels = [], labels = [] } = facets?.data ?? {}
  const choose = (name: keyof Filters) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      place.narrow(withFilter(filters, name, target.value)),
    hideLabel: true,
  })
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label={words.channel}
        {...choose('channel')}
        options={[
          ['', words.anyChannel],
          ...withChosen(channels, filters.channel).map((one): [string, string] => [one, channelName(one)]),
        ]}
      />
      <Select
        label={words.label}
        {...choose('label')}
        options={[
          ['', words.anyLabel],
          ...withChosen(labels, filters.label).map((one): [string, string] => [one, one]),
        ]}
      />
      <Select
        label={words.answers}
        {...choose('handler')}
        options={[
          ['', words.anybody],
          ['ai', words.ai],
          ['human', words.person],
        ]}
      />
      {(agents?.data.length ?? 0) > 1 && (
        <Select
          label={words.agent}
          {...choose('agent_id')}
          options={[
            ['', words.anyAgent],
            ...(agents?.data ?? []).map(({ id, name }): [string, string] => [id, name]),
          ]}
        />
      )}
      {count > 0 && (
        <Button
          look="quiet"
          onClick={() => place.narrow({ ...(filters.q ? { q: filters.q } : {}) })}
          className="text-accent"
        >
          {words.clear}
        </Button>
      )}
    </div>
  )
}

function withChosen(list: string[], chosen: string | undefined): string[] {
  return chosen === undefined || list.includes(chosen) ? list : [chosen, ...list]
}

function withFilter(filters: Filters, name: keyof Filters, value: string): Filters {
  const { [name]: _, ...others } = filters
  return (value === '' ? others : { ...others, [name]: value }) as Filters
}
