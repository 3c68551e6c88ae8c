/** As much of `localStorage` as is needed. */
export interface Keeping {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The browser's storage, or memory where it is refused (private windows, sandboxed frames, a full disk). */
export function keepIn(which: 'localStorage' | 'sessionStorage'): Keeping {
  const memory = new Map<string, string>()
  // Even naming the storage may throw, so it is named anew each time.
  const attempt = <T>(act: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return act(globalThis[which])
    } catch {
      return otherwise()
    }
  }
  return {
    getItem: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem: (key, value) => {
      memory.delete(key)
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      )
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
  }
}

/** What was kept under a key, if it is still JSON. */
export function readKept<T>(storage: Keeping, key: string): T | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
