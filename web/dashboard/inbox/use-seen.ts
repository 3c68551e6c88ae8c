import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, type Item } from '../api/client.ts'
import { queryClient, useApi } from '../api/queries.ts'

/** Who opens a conversation has seen its alert; what it said stays for as long as it is open. */
export function useSeen(id: string): Item<'GET /alerts'> | undefined {
  const { data } = useApi('GET /alerts', { query: { unseen: '1', limit: 100 } })
  const unseen = data?.data.find(({ conversation_id }) => conversation_id === id)
  const [shown, setShown] = useState(unseen)
  if (unseen && unseen.id !== shown?.id) setShown(unseen)
  const isLooking = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible')
  const alertId = unseen?.id
  useEffect(() => {
    if (alertId === undefined || !isLooking) return
    api('POST /alerts/:id/seen', { params: { id: alertId } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['alerts'] }))
      // It stays unseen, and is tried with the next change.
      .catch(() => {})
  }, [alertId, isLooking])
  return shown
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
