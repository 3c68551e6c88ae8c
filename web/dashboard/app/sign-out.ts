import { ApiError, api } from '../api/client.ts'
import { useTell } from '../ui/toast.tsx'

/** What this browser remembers about the workspace; language and looks are the person's and stay. */
const REMEMBERED = ['icebot.agent']

/** Ends this sign-in and leaves nothing of the workspace behind: the page is loaded anew. */
export function useSignOut(): () => void {
  const tell = useTell()
  const leave = async () => {
    try {
      await api('DELETE /session', {})
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) return tell({ error })
    }
    for (const name of REMEMBERED) localStorage.removeItem(name)
    location.replace('/sign-in')
  }
  return () => void leave()
}
