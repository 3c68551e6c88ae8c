import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Customers() {
  return <Page title={useNames().customers}>{null}</Page>
}
