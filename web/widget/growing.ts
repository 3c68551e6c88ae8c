import { useLayoutEffect } from 'preact/hooks'

/** As tall as its text; the style sheet stops it at five lines. */
export function useGrowing(input: { current: HTMLTextAreaElement | null }, draft: string): void {
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    element.style.setProperty('height', 'auto')
    const borders = element.offsetHeight - element.clientHeight
    element.style.setProperty('height', `${element.scrollHeight + borders}px`)
  }, [input, draft])
}
