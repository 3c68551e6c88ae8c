/** A statement or a fragment of one: text with $1… and its values. Made by the `sql` tag only. */
export class Sql {
  readonly shape: Shape
  readonly values: readonly unknown[]

  constructor(shape: Shape, values: readonly unknown[]) {
    this.shape = shape
    this.values = values
  }

  get text(): string {
    return this.shape.text
  }
}

/** What a statement is apart from its values. Equal shapes are one object, so that work on them is done once. */
interface Shape {
  parts: readonly string[]
  text: string
  /** Under which a connection keeps it prepared. */
  name: string
}

/**
 * SQL that reads as SQL: interpolated values become parameters, interpolated fragments are spliced in. The program's
 * statements are few and run often, so the shape of each, with the fragments it was given, is put together once.
 */
export function sql(strings: TemplateStringsArray, ...given: unknown[]): Sql {
  let branch = branchOf(roots, strings)
  let values: unknown[] = given
  for (let i = 0; i < given.length; i++) {
    const value = given[i]
    if (value instanceof Sql) {
      if (values === given) values = given.slice(0, i)
      for (const inner of value.values) values.push(inner)
      branch = branchOf(branch.next, value.shape)
    } else {
      if (values !== given) values.push(value)
      branch = branchOf(branch.next, PARAMETER)
    }
  }
  branch.shape ??= shapeOf(splice(strings, given))
  return new Sql(branch.shape, values)
}

/** A statement from a file or a list of our own making; never from anybody's input. */
export function rawSql(text: string): Sql {
  return new Sql(shapeOf([text]), [])
}

interface Branch {
  shape?: Shape
  next: Map<object, Branch>
}

const roots = new Map<object, Branch>()
/** Stands for any value: where values and fragments are matters, what the values are does not. */
const PARAMETER = {}

function branchOf(branches: Map<object, Branch>, key: object): Branch {
  let branch = branches.get(key)
  if (!branch) {
    branch = { next: new Map() }
    branches.set(key, branch)
  }
  return branch
}

function splice(strings: readonly string[], given: unknown[]): string[] {
  const parts = [strings[0] as string]
  given.forEach((value, i) => {
    const after = strings[i + 1] as string
    if (value instanceof Sql) {
      const [first = '', ...rest] = value.shape.parts
      parts[parts.length - 1] += first
      parts.push(...rest)
      parts[parts.length - 1] += after
    } else {
      parts.push(after)
    }
  })
  return parts
}

const shapes = new Map<string, Shape>()

function shapeOf(parts: readonly string[]): Shape {
  const text = parts.reduce((whole, part, i) => `${whole}$${i}${part}`)
  let shape = shapes.get(text)
  if (!shape) {
    shape = { parts, text, name: `s${shapes.size}` }
    shapes.set(text, shape)
  }
  return shape
}

export const nothing: Sql = rawSql('')
