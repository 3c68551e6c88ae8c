import { toRinggit } from '../../lib/money.ts'
import { within } from '../../platform/db/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import type { AgentContext } from '../agents/index.ts'
import type { CsvProblem } from './csv.ts'
import { syncProducts } from './products.ts'
import type { Previewed, Product, ProductsAnswer, Variant } from './schema.ts'
import { readSheet, type Sheet } from './sheet.ts'
import type { Source } from './sources.ts'

export interface Imported {
  applied: boolean
  rows: number
  products: number
  created: number
  updated: number
  problems: CsvProblem[]
  ignored_columns: string[]
  preview: Previewed[]
}

/** As many as one request of an integrator may carry. */
const AT_ONCE = 200
/** Enough to see whether the columns were understood. */
const PREVIEWED = 20

/**
 * Brings a spreadsheet into the catalogue, all of it or nothing. A dry run is the same, undone at its end: what it says
 * is what would have happened.
 */
export async function importProducts(
  context: AgentContext,
  { csv, source, dryRun }: { csv: string; source: Source; dryRun: boolean },
): Promise<Imported> {
  const sheet = readSheet(csv)
  if (sheet.problems.length > 0) return answer(sheet, [], dryRun)
  const undone = new Undone()
  try {
    const results = await context.db.transaction(async (tx) => {
      undone.results = await sync({ ...context, db: within(tx) }, source, sheet.products)
      const failed = undone.results.some(({ status }) => status === 'failed')
      if (dryRun || failed) throw undone
      return undone.results
    })
    return answer(sheet, results, dryRun)
  } catch (error) {
    if (error !== undone) throw error
    return answer(sheet, undone.results, dryRun)
  }
}

type Result = ProductsAnswer['data'][number]

/** Ends a transaction so that nothing of it stays. */
class Undone extends Error {
  results: Result[] = []
}

async function sync(context: AgentContext, source: Source, products: Product[]): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < products.length; at += AT_ONCE) {
    const { data } = await syncProducts(context, { source, products: products.slice(at, at + AT_ONCE) })
    results.push(...data)
  }
  return results
}

function answer(sheet: Sheet, results: Result[], dryRun: boolean): Imported {
  const problems = [...sheet.problems, ...results.flatMap((one) => faultOf(one, sheet))]
  if (!dryRun && problems.length > 0) throw refused(problems)
  const count = (status: string) => results.filter((one) => one.status === status).length
  return {
    applied: !dryRun,
    rows: sheet.rows,
    products: sheet.products.length,
    created: count('created'),
    updated: count('updated'),
    problems,
    ignored_columns: sheet.ignoredColumns,
    preview: sheet.products.slice(0, PREVIEWED).map((one, place) => preview(one, sheet, results[place])),
  }
}

function preview(product: Product, { lines }: Sheet, result: Result | undefined): Previewed {
  return {
    line: lines.get(product.external_id) ?? 1,
    status: result === undefined || result.status === 'failed' ? null : result.status,
    ...understood(product),
    category: product.category ?? undefined,
    variants: (product.variants ?? []).map(understood),
  }
}

function understood({ external_id, name, price, stock, is_active }: Product | Variant) {
  return { external_id, name, price: price == null ? undefined : toRinggit(price), stock, is_active }
}

function faultOf(result: Result, { lines }: Sheet): CsvProblem[] {
  if (result.status !== 'failed') return []
  return [{ line: lines.get(result.external_id) ?? 1, column: 'variant_external_id', message: result.error }]
}

function refused(problems: CsvProblem[]): HttpError {
  return new HttpError(422, {
    error: 'problems in the file',
    message: 'The file has problems; nothing was changed.',
    details: problems.map(({ line, column, message }) => ({
      path: column === null ? `line ${line}` : `line ${line}, ${column}`,
      message,
    })),
  })
}
