/** A shortened text says at least so much. */
const LEAST = 12
const GAP = '  '
/** Ids and moments are copied into the next command; half of one is of no use. */
const WHOLE = /^(–|[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|[a-z]{3}_\w+|\+\d+|\S+@\S+)$/

/**
 * A table no wider than the terminal: its longest texts are shortened, and the names above short values. Undefined when
 * it does not fit all the same. Without a width, as for a file or another program, nothing is shortened.
 */
export function fitted(names: string[], rows: string[][], columns: number | undefined): string | undefined {
  const cells = rows.map((row) => row.map((text) => text.replace(/\s+/g, ' ')))
  const wide = names.map((name, i) => Math.max(lengthOf(name), ...cells.map((row) => lengthOf(row[i] ?? ''))))
  const widths = columns === undefined ? wide : narrowed(wide, leastOf(names, cells), columns)
  if (widths === undefined) return undefined
  const line = (row: string[]) =>
    row
      .map((text, i) => shown(text, widths[i] as number))
      .join(GAP)
      .trimEnd()
  return [names, ...cells].map(line).join('\n')
}

/** How narrow each column may become. */
function leastOf(names: string[], cells: string[][]): number[] {
  return names.map((name, i) => {
    const texts = cells.map((row) => row[i] ?? '')
    const longest = Math.max(...texts.map(lengthOf))
    const least = texts.every((text) => WHOLE.test(text)) ? longest : Math.min(longest, LEAST)
    return Math.max(least, Math.min(lengthOf(name), LEAST))
  })
}

/** The widest that may gives way first. */
function narrowed(wide: number[], least: number[], columns: number): number[] | undefined {
  const widths = [...wide]
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - columns
  for (; excess > 0; excess--) {
    const spare = widths.map((width, i) => (width > (least[i] as number) ? width : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest] === 0) return undefined
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}

function shown(text: string, width: number): string {
  const characters = [...text]
  const fits = characters.length <= width
  return fits ? text + ' '.repeat(width - characters.length) : `${characters.slice(0, width - 1).join('')}…`
}

function lengthOf(text: string): number {
  return [...text].length
}
