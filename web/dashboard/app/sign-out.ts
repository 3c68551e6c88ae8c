import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { useTell } from '../ui/toast.tsx'

/** Ends the session here; nothing of what was shown stays. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const tell = useTell()
  return () =>
    void api('DELETE /session', {}).then(
      async () => {
        await navigate({ to: '/sign-in' })
        client.clear()
      },
      (error: unknown) => tell({ error }),
    )
}
