import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Calls() {
  return <Page title={useNames().calls}>{null}</Page>
}
