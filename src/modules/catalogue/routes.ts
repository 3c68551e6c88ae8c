import { type KeyedRoute, keyedRoute } from '../keys/index.ts'
import { archiveProducts } from './archive.ts'
import { setLevels } from './levels.ts'
import { syncProducts } from './products.ts'
import * as schema from './schema.ts'

export const routes: KeyedRoute[] = [
  keyedRoute({
    method: 'POST',
    path: '/catalogue/products',
    tag: 'Catalogue',
    summary: 'Sync products',
    description:
      'Creates products and brings known ones up to date, with their variants; an archived product comes back. A field that is absent stays as it is, null clears a text. Results are per product, in the order of the request: send exactly the failed ones again (`variant_taken`: another product has the variant).',
    scope: 'catalogue:sync',
    body: schema.productsBody,
    answer: schema.productsAnswer,
    handle: (context, { body }) => syncProducts(context, body),
  }),
  keyedRoute({
    method: 'POST',
    path: '/catalogue/products/archive',
    tag: 'Catalogue',
    summary: 'Archive products',
    description: 'Archived products are never offered. Syncing a product again brings it back.',
    scope: 'catalogue:sync',
    body: schema.archiveBody,
    answer: schema.archiveAnswer,
    handle: (context, { body }) => archiveProducts(context, body),
  }),
  keyedRoute({
    method: 'POST',
    path: '/catalogue/stock',
    tag: 'Catalogue',
    summary: 'Set stock levels',
    description:
      'The store owns stock: its numbers are read here and never written back. Results are per level, in the order of the request; the same level twice: the last wins. A level fails by itself with `product_not_found` or `variant_not_found`.',
    scope: 'catalogue:sync',
    body: schema.levelsBody,
    answer: schema.levelsAnswer,
    handle: (context, { body }) => setLevels(context, body),
  }),
]
