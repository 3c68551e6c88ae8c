/** Comes back this often in so short a time; whoever removes it more often means it. */
const MOST_RETURNS = 20
const RETURNS_MS = 10_000

/**
 * Puts an element at the end of the page as soon as there is one, and again when a framework renders the page anew
 * without it. Returns how to stop.
 */
export function keepPresent(element: HTMLElement, onUnwanted: () => void): () => void {
  let returns: number[] = []
  // Frameworks replace the children of the body, the body, or the whole document element.
  const observer = new MutationObserver(() => {
    if (element.isConnected) return watch()
    const now = Date.now()
    returns = [...returns.filter((at) => at > now - RETURNS_MS), now]
    if (returns.length > MOST_RETURNS) return onUnwanted()
    enter()
  })

  function enter(): void {
    document.body?.append(element)
    watch()
  }

  let watched: Node[] = []
  function watch(): void {
    const nodes = [document, document.documentElement, document.body].filter(Boolean)
    if (nodes.length === watched.length && nodes.every((node, i) => node === watched[i])) return
    watched = nodes
    observer.disconnect()
    for (const node of nodes) observer.observe(node, { childList: true })
  }

  enter()
  return () => {
    observer.disconnect()
    element.remove()
  }
}
