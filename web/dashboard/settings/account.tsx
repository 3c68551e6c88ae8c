import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Account() {
  return <Page title={useNames().account}>{null}</Page>
}
