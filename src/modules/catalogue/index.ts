export { archiveProducts } from './archive.ts'
export { importProducts } from './import.ts'
export { setLevels } from './levels.ts'
export {
  agentOf as agentOfProduct,
  listProducts,
  type ProductRow,
  readProducts,
  type VariantRow,
} from './listing.ts'
export { shareCatalogue } from './lock.ts'
export { categoriesOf, forSale, type Offer, offersOf, wantedById } from './offers.ts'
export { type Pick, pickProducts } from './picks.ts'
export { presentManaged, presentPage } from './present.ts'
export { syncProducts } from './products.ts'
export { routes as catalogueRoutes } from './routes.ts'
export * as catalogueSchema from './schema.ts'
export { type Search, searchProducts } from './search.ts'
export * from './shelf.ts'
export { type Source, sources } from './sources.ts'
