import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTell } from '../ui/toast.tsx'
import { type Answer, ApiError, api, type Input, type RouteName } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What changes is told by the live stream, so nothing needs to be asked for again by itself.
      staleTime: 60_000,
      networkMode: 'always',
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    // A browser that thinks it is offline may well reach a service in the same room; if not, people are told.
    // What was sent and answered, passwords and new secrets among it, is not kept longer than its page.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

/** `['orders', 'GET /orders', {…}]`: all that is about orders goes stale together. */
export function keyOf<Name extends RouteName>(name: Name, input?: Input<Name>): QueryKey {
  return input === undefined ? [topicOf(name), name] : [topicOf(name), name, input]
}

/** What a route is about: the last named thing of its path that is no parameter or deed. */
export function topicOf(name: RouteName): string {
  const [, path = ''] = name.split(' ')
  const [first = '', , second] = path.split('/').filter(Boolean)
  return first === 'agents' && second ? second : first
}

/** One answer. With `keep`, while the next one is fetched (another page, another filter) the last one stays. */
export function useApi<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  options: { enabled?: boolean; refetchInterval?: number | false; keep?: boolean } = {},
) {
  const { keep = false, ...rest } = options
  return useQuery({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => api(name, input, { signal }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  })
}

type Paged = { data: unknown[]; hasMore: boolean; next_cursor: string | null }
type PagedName = { [Name in RouteName]: Answer<Name> extends Paged ? Name : never }[RouteName]
type Listed = { data: { id: string }[]; hasMore: boolean }
type ListedName = { [Name in RouteName]: Answer<Name> extends Listed ? Name : never }[RouteName]

/** A list page by page: with `next_cursor`, or by the id of the last row held. `rows` are those of all pages. */
export function useApiPages<Name extends PagedName | ListedName>(
  name: Name,
  input: Input<Name>,
  options: { enabled?: boolean; by?: 'before' | 'after'; keep?: boolean } = {},
) {
  const { by, keep = false, ...rest } = options
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(name, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const from = pageParam === undefined ? {} : { [by ?? 'cursor']: pageParam }
      const { query = {}, ...others } = input as { query?: object }
      return api(name, { ...others, query: { ...query, ...from } } as unknown as Input<Name>, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => nextOf(page as unknown as Paged, by),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  })
  const rows = (pages.data?.pages.flatMap((page) => (page as { data: unknown[] }).data) ??
    []) as Answer<Name> extends { data: (infer Row)[] } ? Row[] : never
  return { ...pages, rows }
}

function nextOf(page: Paged, by: string | undefined): string | undefined {
  if (!page.hasMore) return undefined
  if (by === undefined) return page.next_cursor ?? undefined
  return (page.data.at(-1) as { id: string } | undefined)?.id
}

/**
 * Something a person does. All that is about the same thing is asked for again, and what else is named; a refusal is told
 * in a toast unless the form shows it itself.
 */
export function useDeed<Name extends RouteName>(
  name: Name,
  options: {
    touches?: string[]
    quiet?: boolean
    headers?: () => Record<string, string>
    onDone?: (answer: Answer<Name>, input: Input<Name>) => void
  } = {},
) {
  const client = useQueryClient()
  const tell = useTell()
  return useMutation({
    mutationFn: (input: Input<Name>) =>
      api(name, input, options.headers ? { headers: options.headers() } : {}),
    onSuccess: async (answer, input) => {
      options.onDone?.(answer, input)
      const topics = [topicOf(name), ...(options.touches ?? [])]
      await Promise.all(topics.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
    onError: (error) => {
      if (!options.quiet) tell({ error })
    },
  })
}
