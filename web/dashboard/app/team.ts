import { useApi } from '../api/queries.ts'

/** The address of somebody of the team; undefined for who has left it. */
export function useEmailOf(): (id: string | null) => string | undefined {
  const { data } = useApi('GET /team', {})
  return (id) => data?.data.find((member) => member.id === id)?.email
}
