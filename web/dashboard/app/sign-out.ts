import { ApiError, api } from '../api/client.ts'
import { useTell } from '../ui/toast.tsx'

/** Language, looks and how one is told are the person's; all else that this browser keeps is the workspace's. */
const STAYS = ['icebot.language', 'icebot.theme', 'icebot.notify']

/** Ends this sign-in. */
export function useSignOut(): () => void {
  const tell = useTell()
  const signOut = async () => {
    try {
      await api('DELETE /session', {})
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) return tell({ error })
    }
    leave()
  }
  return () => void signOut()
}

/** Changes when somebody signs out, so that the other tabs of this browser hear of it. */
export const LEFT = 'icebot.left'

let isLeaving = false

/** Whether nothing may be kept any more of what is on the page, and nothing unsaved holds anybody back on it. */
export function hasLeft(): boolean {
  return isLeaving
}

/** From here on this tab keeps nothing of what was shown and written in it. */
function forget(): void {
  isLeaving = true
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('icebot.') && !STAYS.includes(name)) localStorage.removeItem(name)
  }
  sessionStorage.clear()
}

/** Somebody else has signed in with this browser: nothing of the last one stays on this page. */
export function startOver(): void {
  forget()
  location.reload()
}

/** Leaves nothing of the workspace behind: the page is loaded anew, because what was being written stands in its memory. */
export function leave(next?: string): void {
  if (isLeaving) return
  forget()
  localStorage.setItem(LEFT, '1')
  localStorage.removeItem(LEFT)
  location.replace(next === undefined ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`)
}
