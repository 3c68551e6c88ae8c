import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Webhooks() {
  return <Page title={useNames().webhooks}>{null}</Page>
}
