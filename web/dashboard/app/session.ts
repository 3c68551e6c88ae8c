import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyOf, useApi } from '../api/queries.ts'

/** Who is signed in; asked for once, before any page. */
export const me = queryOptions({
  queryKey: keyOf('GET /me', {}),
  queryFn: () => api('GET /me', {}),
  staleTime: Infinity,
  retry: false,
})

export function useMe() {
  const { data } = useApi('GET /me', {})
  return data?.data.user
}

/** Owners change the workspace; members work in it. */
export function useIsOwner(): boolean {
  return useMe()?.role === 'owner'
}
