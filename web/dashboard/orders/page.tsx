import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Orders() {
  return <Page title={useNames().orders}>{null}</Page>
}
