import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Filters, filtersOf } from './filters.ts'

const route = getRouteApi('/shell/conversations')

/** Where one is in the inbox, as the address says: what the list is narrowed to, what is opened. */
export function usePlace() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const search = route.useSearch()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(search), [search])
  return {
    id,
    filters,
    hasDetails: search.details === true,
    /** Moving along the list leaves no trail: back leads out of it. */
    open: (next: string, replace = false) =>
      void navigate({ to: '/conversations/$id', params: { id: next }, search: filters, replace }),
    leave: () => void navigate({ to: '/conversations', search: filters }),
    narrow: (next: Filters) =>
      void navigate(
        id === undefined
          ? { to: '/conversations', search: next, replace: true }
          : { to: '/conversations/$id', params: { id }, search: next, replace: true },
      ),
    showDetails: (is: boolean) =>
      id !== undefined &&
      void navigate({
        to: '/conversations/$id',
        params: { id },
        search: is ? { ...filters, details: true } : filters,
        replace: !is,
      }),
  }
}
