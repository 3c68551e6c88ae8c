import { z } from 'zod'
import { toSen } from '../../lib/money.ts'
import { externalId, queryInteger, timestamp } from '../../platform/http/index.ts'
import { queryNameCursor } from './cursor.ts'
import { type Source, sources } from './sources.ts'

const MAX_RINGGIT = 1_000_000
const MAX_STOCK = 2 ** 31 - 1

const source = z.enum(sources).default('api').describe('Which store the ids belong to')
const name = characters(300).refine((text) => text !== '', { error: 'must not be empty' })
const sku = optionalText(255)

const price = z
  .number()
  .refine((ringgit) => ringgit >= 0 && ringgit <= MAX_RINGGIT, {
    error: `must be from 0 to ${MAX_RINGGIT}`,
  })
  .transform((ringgit) => toSen(ringgit) as number)
  .optional()
  .meta({ minimum: 0, maximum: MAX_RINGGIT, description: 'In ringgit, rounded half-up to the sen' })

const stock = wholeNumber(0)
  .nullable()
  .optional()
  .describe('Units in stock; 0 is sold out, null is not tracked, absent is unchanged')

const isActive = z.boolean().default(true)

export const variant = z
  .object({
    external_id: externalId,
    name,
    sku,
    price: price.unwrap().nullable().optional().describe('In ringgit; null: the product’s own'),
    is_active: isActive,
    stock,
  })
  .meta({ id: 'Variant' })

export const product = z
  .object({
    external_id: externalId,
    name,
    price,
    stock,
    description: optionalText(10_000),
    category: optionalText(200),
    sku,
    image_url: optionalText(2_000, isWebAddress),
    is_active: isActive,
    variants: listOf(variant, 100).optional().meta({
      description: 'Replace those there are; an empty list removes all, absent leaves them untouched',
    }),
  })
  .meta({ id: 'Product' })

/** A line of a spreadsheet: whether it is sold stays as it is, unless the line says so. */
export const sheetProduct = product.extend({
  is_active: z.boolean().optional(),
  variants: listOf(variant.extend({ is_active: z.boolean().optional() }), 100).optional(),
})

export const level = z
  .object({
    product_external_id: externalId,
    variant_external_id: externalId.nullish(),
    quantity: wholeNumber(Number.MIN_SAFE_INTEGER)
      .transform((quantity) => Math.max(0, quantity))
      .nullable()
      .describe('A negative count is stored as 0; null stops tracking'),
  })
  .meta({ id: 'StockLevel' })

export const productsBody = z.object({ source, products: listOf(product, 200) })
export const savedBody = productsBody.extend({
  new_only: z.boolean().default(false).describe('True: a product that is there already fails with `exists`'),
})
export const archiveBody = z.object({ source, external_ids: z.array(externalId).min(1).max(200) })
export const levelsBody = z.object({ source, levels: z.array(level).max(1_000) })

const fault = { error: z.string(), code: z.string() }
const productFailed = z.object({ external_id: z.string(), status: z.literal('failed'), ...fault })
const levelOf = { product_external_id: z.string(), variant_external_id: z.string().nullable() }

const productSaved = z.object({
  external_id: z.string(),
  status: z.enum(['created', 'updated']),
  id: z.uuid(),
})
const saved = { created: z.int(), updated: z.int(), failed: z.int() }

export const productsAnswer = z.object({
  data: z.array(z.union([productSaved, productFailed])),
  ...saved,
})

const productThere = productFailed.extend({ id: z.uuid().optional().describe('Of the one that `exists`') })
export const savedAnswer = z.object({ data: z.array(z.union([productSaved, productThere])), ...saved })

export const archiveAnswer = z.object({
  data: z.array(z.object({ external_id: z.string(), status: z.enum(['archived', 'not_found']) })),
  archived: z.int(),
  failed: z.int(),
})

export const levelsAnswer = z.object({
  data: z.array(
    z.union([
      z.object({ ...levelOf, status: z.enum(['set', 'cleared']) }),
      z.object({ ...levelOf, status: z.literal('failed'), ...fault }),
    ]),
  ),
  applied: z.int(),
  failed: z.int(),
})

const stocked = {
  is_active: z.boolean(),
  stock: z.int().nullable(),
  held: z.int(),
  available: z.int().nullable().describe('Null: not tracked'),
}

export const managedVariant = z
  .object({
    id: z.uuid(),
    external_id: z.string(),
    name: z.string(),
    sku: z.string().nullable(),
    price: z.number().nullable().describe('Its own price or the product’s'),
    own_price: z.number().nullable().describe('Null: it has the product’s'),
    ...stocked,
  })
  .meta({ id: 'ManagedVariant' })

export const managedProduct = z
  .object({
    id: z.uuid(),
    agent_id: z.uuid(),
    source: z.enum(sources),
    external_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    category: z.string().nullable(),
    sku: z.string().nullable(),
    image_url: z.string().nullable(),
    price: z.number().nullable(),
    archived_at: timestamp.nullable(),
    ...stocked,
    updated_at: timestamp,
    variants: z.array(managedVariant),
  })
  .meta({ id: 'ManagedProduct' })

export const managedQuery = z.object({
  q: z.string().optional().describe('Words to search for'),
  limit: queryInteger(1, 100, 50),
  cursor: queryNameCursor,
  archived: z.literal('1').optional().describe('The archived ones instead of the others'),
})

export const managedPage = z.object({
  data: z.array(managedProduct),
  hasMore: z.boolean(),
  next_cursor: z.string().nullable(),
})

export const importBody = z.object({
  source,
  csv: z.string().min(1).max(5_000_000).describe('The file as text'),
  dry_run: z.boolean().default(true).describe('True: nothing is changed, the answer says what would be'),
})

const understood = {
  external_id: z.string(),
  name: z.string(),
  price: z.number().optional(),
  stock: z.int().nullable().optional().describe('Null: not tracked'),
  is_active: z.boolean().optional(),
}

/** What a line was read as; what is absent stays as it is. */
export const previewed = z
  .object({
    line: z.int(),
    status: z.enum(['created', 'updated']).nullable().describe('Null: not tried, because of problems'),
    ...understood,
    category: z.string().optional(),
    variants: z.array(z.object(understood)),
  })
  .meta({ id: 'PreviewedProduct' })

export const imported = z
  .object({
    applied: z.boolean(),
    rows: z.int(),
    products: z.int(),
    created: z.int(),
    updated: z.int(),
    problems: z.array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() })),
    ignored_columns: z.array(z.string()),
    preview: z.array(previewed).describe('The first 20'),
  })
  .meta({ id: 'ImportedProducts' })

/** What is undefined stays as it is. */
export type Product = z.output<typeof sheetProduct>
export type Variant = NonNullable<Product['variants']>[number]
export type Level = z.output<typeof level>
export interface ProductsBody {
  source: Source
  products: Product[]
}
export type ArchiveBody = z.output<typeof archiveBody>
export type LevelsBody = z.output<typeof levelsBody>
export type ProductsAnswer = z.output<typeof savedAnswer>
export type ArchiveAnswer = z.output<typeof archiveAnswer>
export type LevelsAnswer = z.output<typeof levelsAnswer>
export type ManagedQuery = z.output<typeof managedQuery>
export type Previewed = z.output<typeof previewed>

/** Counted as people count them: an emoji is one. */
function characters(max: number) {
  return z
    .string()
    .trim()
    .refine((text) => text.length <= max || [...text].length <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({ maxLength: max })
}

/** Null clears it, and so does the empty text that stores send for "none". Absent leaves it as it is. */
function optionalText(max: number, isFine: (text: string) => boolean = () => true) {
  return characters(max)
    .refine((text) => text === '' || isFine(text), { error: 'must be an http or https address' })
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .optional()
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function wholeNumber(min: number) {
  return z
    .number()
    .refine((number) => Number.isInteger(number) && number >= min && number <= MAX_STOCK, {
      error:
        min === 0
          ? `must be a whole number from 0 to ${MAX_STOCK}`
          : `must be a whole number of at most ${MAX_STOCK}`,
    })
    .meta({ type: 'integer', maximum: MAX_STOCK, ...(min === 0 ? { minimum: 0 } : {}) })
}

/** Things with ids of their own, each at most once. Looked at even when an entry is faulty: every problem is told at once. */
function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(item)
    .max(max)
    .superRefine(
      (list, context) => {
        const seen = new Map<string, number>()
        for (const [i, entry] of list.entries()) {
          const id = (entry as { external_id?: unknown } | null)?.external_id
          if (typeof id !== 'string') continue
          const first = seen.get(id)
          if (first === undefined) seen.set(id, i)
          else {
            context.addIssue({
              code: 'custom',
              path: [i, 'external_id'],
              message: `is the same as that of [${first}]`,
            })
          }
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    )
}
