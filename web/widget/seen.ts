import { keepIn } from '../client/storage.ts'

/** Up to where this visitor has read, in all tabs of the browser; undefined before anything was said. */
export interface Seen {
  until(): string | undefined
  mark(createdAt: string): void
  destroy(): void
}

export function createSeen(bot: string, onElsewhere: () => void): Seen {
  const key = `icebot:${bot}:seen`
  const storage = keepIn('localStorage')
  const listen = (event: StorageEvent) => event.key === key && onElsewhere()
  addEventListener('storage', listen)
  const until = () => storage.getItem(key) ?? undefined
  return {
    until,
    mark: (createdAt) => {
      if (createdAt > (until() ?? '')) storage.setItem(key, createdAt)
    },
    destroy: () => removeEventListener('storage', listen),
  }
}
