import { useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let unsaved = 0

/** Says, while it is shown, that the page holds something that is not saved. */
export function useTellUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    change(1)
    return () => change(-1)
  }, [isDirty])
}

/** Whether something would be lost by showing something else. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved > 0)
}

function change(by: number): void {
  unsaved += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
