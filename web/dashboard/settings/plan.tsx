import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Plan() {
  return <Page title={useNames().plan}>{null}</Page>
}
