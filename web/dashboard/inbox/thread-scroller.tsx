import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ErrorNote } from '../ui/states.tsx'
import { useWords } from './texts.ts'
import type { useThread } from './use-thread.ts'

const AHEAD_PX = 600
const BOTTOM_PX = 24

/**
 * Opens at the newest and loads earlier ones on the way up. It is measured from its end (a reversed column), so what is
 * put before the beginning moves nothing; what comes at the end moves nothing either while somebody reads further up.
 */
export function ThreadScroller({
  held,
  newest,
  children,
  ref,
}: {
  held: ReturnType<typeof useThread>
  newest: string
  children: ReactNode
  ref: Ref<HTMLElement>
}) {
  const words = useWords()
  const scroller = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => scroller.current as HTMLElement)
  const [isAway, setAway] = useState(false)
  // After a fault somebody has to ask for it.
  const isIdle = !held.isLoadingEarlier && !held.earlierError
  const top = useSentinel(scroller, isIdle, held.loadEarlier)
  useStill(scroller, newest)
  return (
    <div className="relative min-h-0">
      <section
        ref={scroller}
        aria-label={words.thread}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => setAway(currentTarget.scrollTop < -4 * BOTTOM_PX)}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="mb-auto px-4 py-4">
          {/* As high with words in it as with the button: who stands at the very beginning is not moved. */}
          <div
            ref={top}
            className="grid min-h-11 justify-items-center pb-2 text-xs text-quiet pointer-coarse:min-h-13"
          >
            {held.earlierError ? (
              <ErrorNote error={held.earlierError} retry={held.loadEarlier} />
            ) : held.isLoadingEarlier ? (
              <p role="status">{words.loadingEarlier}</p>
            ) : held.hasEarlier ? (
              <Button look="quiet" onClick={held.loadEarlier}>
                {words.earlier}
              </Button>
            ) : (
              <p>{words.beginning}</p>
            )}
          </div>
          <ol>{children}</ol>
        </div>
      </section>
      <div
        className={classes(
          'pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center',
          !isAway && 'hidden',
        )}
      >
        <Button
          icon="down"
          className="pointer-events-auto rounded-full shadow-md"
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        >
          {words.toNewest}
        </Button>
      </div>
    </div>
  )
}

/** Calls when its element comes near, or is near still when the last call has been answered. */
function useSentinel(scroller: { current: HTMLElement | null }, isIdle: boolean, near: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(near)
  useEffect(() => {
    latest.current = near
  })
  useEffect(() => {
    if (!element.current || !isIdle) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) latest.current()
      },
      { root: scroller.current, rootMargin: `${AHEAD_PX}px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [scroller, isIdle])
  return element
}

/** Who reads further up keeps their place when something comes at the end. */
function useStill(scroller: { current: HTMLElement | null }, newest: string): void {
  const before = useRef({ newest, height: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const grown = element.scrollHeight - before.current.height
    if (before.current.newest !== newest && element.scrollTop < -BOTTOM_PX) element.scrollTop -= grown
    before.current = { newest, height: element.scrollHeight }
  })
}
