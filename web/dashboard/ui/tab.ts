let title = ''
let waiting = 0

/** What the browser's tab says: the page, before it how many wait for a person. */
export function nameTab(next: string): void {
  title = next
  show()
}

export function countOnTab(next: number): void {
  waiting = next
  show()
}

function show(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title ? `${title} · ` : ''}icebot`
}
