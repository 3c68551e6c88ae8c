import { useCallback } from 'react'
import { texts } from '../i18n.ts'
import { phone } from '../ui/format.tsx'

const useTexts = texts({ en: { visitor: 'Visitor' }, ms: { visitor: 'Pelawat' } })

/** What to call a customer: by name, else by number, else nobody known. */
export function useCalled(): (customer: { name: string | null; phone: string | null }) => string {
  const { visitor } = useTexts()
  return useCallback(
    (customer) => customer.name || (customer.phone ? phone(customer.phone) : visitor),
    [visitor],
  )
}
