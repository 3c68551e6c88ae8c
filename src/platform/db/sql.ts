/** A statement or a fragment of one: text with $1… and its values. Made by the `sql` tag only. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  readonly strings: readonly string[]
}

const plainTexts = new WeakMap<TemplateStringsArray, string>()

/** SQL that reads as SQL: interpolated values become parameters, interpolated fragments are spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some(isSql)) {
    let text = plainTexts.get(strings)
    if (text === undefined) {
      text = number(strings)
      plainTexts.set(strings, text)
    }
    return { text, values, strings }
  }
  const flatStrings: string[] = [strings[0] as string]
  const flatValues: unknown[] = []
  values.forEach((value, i) => {
    const after = strings[i + 1] as string
    if (isSql(value)) {
      appendToLast(flatStrings, value.strings[0] as string)
      flatStrings.push(...value.strings.slice(1))
      flatValues.push(...value.values)
      appendToLast(flatStrings, after)
    } else {
      flatValues.push(value)
      flatStrings.push(after)
    }
  })
  return { text: number(flatStrings), values: flatValues, strings: flatStrings }
}

/** A statement from a file or a list of our own making; never from anybody's input. */
export function rawSql(text: string): Sql {
  return { text, values: [], strings: [text] }
}

export const nothing: Sql = rawSql('')

function number(strings: readonly string[]): string {
  return strings.reduce((text, part, i) => `${text}$${i}${part}`)
}

function appendToLast(parts: string[], text: string): void {
  parts[parts.length - 1] += text
}

function isSql(value: unknown): value is Sql {
  return (
    typeof value === 'object' && value !== null && 'strings' in value && 'values' in value && 'text' in value
  )
}
