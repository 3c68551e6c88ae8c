import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { texts } from '../i18n.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { useErrorText } from './states.tsx'

interface Told {
  text?: string
  error?: unknown
  /** One thing that can be done about it, such as taking it back. */
  action?: { name: string; run: () => void }
}

const useTexts = texts({ en: { close: 'Close' }, ms: { close: 'Tutup' } })
const Tell = createContext<(told: Told) => void>(() => {})
const STAYS_MS = 6_000

/** Says in a corner what just happened. */
export function useTell(): (told: Told) => void {
  return useContext(Tell)
}

export function Toasts({ children }: { children: ReactNode }) {
  const [list, setList] = useState<(Told & { id: number })[]>([])
  const next = useRef(0)
  const words = useTexts()
  const say = useErrorText()
  const remove = useCallback((id: number) => setList((now) => now.filter((told) => told.id !== id)), [])
  const tell = useCallback(
    (told: Told) => {
      const id = next.current++
      setList((now) => [...now.slice(-2), { ...told, id }])
      setTimeout(() => remove(id), told.error || told.action ? STAYS_MS * 2 : STAYS_MS)
    },
    [remove],
  )
  return (
    <Tell value={tell}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-16 z-60 grid justify-items-center gap-2 px-4 sm:bottom-6"
      >
        {list.map(({ id, text, error, action }) => (
          <div
            key={id}
            className="pointer-events-auto flex max-w-md items-center gap-3 rounded-md border bg-raised py-1 pl-4 pr-1 text-sm shadow-md animate-appear"
          >
            <Icon name={error ? 'warning' : 'check'} className={error ? 'text-alarm' : 'text-good'} />
            <p className="py-1.5">{error ? say(error) : text}</p>
            {action && (
              <Button
                look="quiet"
                className="text-accent"
                onClick={() => {
                  remove(id)
                  action.run()
                }}
              >
                {action.name}
              </Button>
            )}
            <IconButton icon="close" label={words.close} onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </Tell>
  )
}
