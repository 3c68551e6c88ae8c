import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Keys() {
  return <Page title={useNames().keys}>{null}</Page>
}
