/** Letters to add, drop, change or swap with the next to make one word of the other (optimal string alignment). */
export function distance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (old[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (old[j - 1] as number) + (same ? 0 : 1),
        swapped ? (older[j - 2] as number) + 1 : Infinity,
      )
    }
    older = old
    old = row
  }
  return old[b.length] as number
}
