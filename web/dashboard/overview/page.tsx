import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Overview() {
  return <Page title={useNames().overview}>{null}</Page>
}
