import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Agent() {
  return <Page title={useNames().agent}>{null}</Page>
}
