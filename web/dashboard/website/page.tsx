import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Website() {
  return <Page title={useNames().website}>{null}</Page>
}
