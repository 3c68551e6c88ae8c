import type { Item } from '../api/client.ts'
import { phone } from '../ui/format.tsx'
import { useCustomerTexts } from './texts.ts'

export type CustomerDetail = Item<'GET /customers/:key'>

/** What to call somebody: by name, else by number. */
export function useCalled(): (customer: Pick<CustomerDetail, 'name' | 'phone'>) => string {
  const words = useCustomerTexts()
  return (customer) => customer.name ?? (customer.phone ? phone(customer.phone) : words.visitor)
}
