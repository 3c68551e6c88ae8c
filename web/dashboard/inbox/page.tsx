import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Inbox() {
  return <Page title={useNames().inbox}>{null}</Page>
}
