import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'

export function Team() {
  return <Page title={useNames().team}>{null}</Page>
}
