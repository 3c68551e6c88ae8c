import { useState } from 'react'

/** What somebody is changing, over what is saved: only the edits are kept, so news of the rest comes through. */
export interface Draft<Fields extends object> {
  value: Fields
  /** What differs from what is saved. */
  changed: Partial<Fields>
  isDirty: boolean
  set(edits: Partial<Fields>): void
  /** What was sent is saved by now; what was typed since then stays. */
  settle(sent: Partial<Fields>): void
  discard(): void
}

export function useDraft<Fields extends object>(saved: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const changed = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !isSame(value, saved[name as keyof Fields])),
  ) as Partial<Fields>
  return {
    value: { ...saved, ...edits },
    changed,
    isDirty: Object.keys(changed).length > 0,
    set: (more) => setEdits((before) => ({ ...before, ...more })),
    settle: (sent) =>
      setEdits((now) => {
        const isTypedSince = ([name, value]: [string, unknown]) => !isSame(value, sent[name as keyof Fields])
        return Object.fromEntries(Object.entries(now).filter(isTypedSince)) as Partial<Fields>
      }),
    discard: () => setEdits({}),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return stable(one) === stable(other)
}

/** The order of keys says nothing. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
