import type { Tool } from '../tool.ts'
import { addToCart, changeLine, removeLine, setCustomer, setFulfilment, showCart } from './cart.ts'
import { cancelUnpaid, orderStatus } from './orders.ts'
import { browseCatalogue, recommendProducts, searchCatalogue } from './shelf.ts'
import { handOver, openingHours, searchDocuments, setLanguage } from './shop.ts'

export type { ShownCart } from './cart.ts'
export type { ShownOrder } from './orders.ts'
export type { Shown } from './shelf.ts'
export {
  addToCart,
  browseCatalogue,
  cancelUnpaid,
  changeLine,
  handOver,
  openingHours,
  orderStatus,
  recommendProducts,
  removeLine,
  searchCatalogue,
  searchDocuments,
  setCustomer,
  setFulfilment,
  setLanguage,
  showCart,
}

/** Everything a language model is given. Reading back and placing an order are the desk's, and no tool. */
export const tools = [
  searchCatalogue,
  browseCatalogue,
  recommendProducts,
  addToCart,
  changeLine,
  removeLine,
  showCart,
  setCustomer,
  setFulfilment,
  orderStatus,
  cancelUnpaid,
  searchDocuments,
  openingHours,
  handOver,
  setLanguage,
] as Tool[]
