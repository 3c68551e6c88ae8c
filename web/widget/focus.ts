const FOCUSABLE = 'a[href], button:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** Tab goes round within the widget while it is open, instead of into the page behind it. */
export function keepFocusIn(root: Element, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown)
  const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)]
  const { activeElement } = root.getRootNode() as ShadowRoot
  if (activeElement !== last && stops.includes(activeElement as HTMLElement)) return
  event.preventDefault()
  first?.focus()
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
