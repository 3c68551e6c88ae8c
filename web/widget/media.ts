import { useEffect, useState } from 'preact/hooks'
import type { WidgetConfig } from '../client/wire.ts'
import type { Shade } from './theme.ts'

/** Where the panel is the whole screen; the same words as in styles/screen.css. */
const SMALL = '(max-width: 480px), (max-height: 480px)'
const DARK = '(prefers-color-scheme: dark)'

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setMatches(list.matches)
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return matches
}

export const useSmallScreen = () => useMedia(SMALL)

export function useShade(theme: WidgetConfig['theme']): Shade {
  const isDark = useMedia(DARK)
  return theme === 'auto' ? (isDark ? 'dark' : 'light') : theme
}

/**
 * On a phone the keyboard covers the page without resizing it; the visual viewport is what can still be seen, and the
 * panel is kept in it.
 */
export function useVisibleArea(element: { current: HTMLElement | null }, isOn: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const style = element.current?.style
    if (!isOn || !viewport || !style) return
    const adapt = () => {
      // Zoomed in by two fingers, the viewport is a loupe and not the room there is.
      if (viewport.scale > 1.01) return
      style.setProperty('--seen-top', `${viewport.offsetTop}px`)
      style.setProperty('--seen-height', `${viewport.height}px`)
    }
    adapt()
    viewport.addEventListener('resize', adapt)
    viewport.addEventListener('scroll', adapt)
    return () => {
      viewport.removeEventListener('resize', adapt)
      viewport.removeEventListener('scroll', adapt)
      style.removeProperty('--seen-top')
      style.removeProperty('--seen-height')
    }
  }, [element, isOn])
}
