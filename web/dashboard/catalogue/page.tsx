import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Catalogue() {
  return <Page title={useNames().catalogue}>{null}</Page>
}
