import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Audit() {
  return <Page title={useNames().audit}>{null}</Page>
}
