import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page, or with a part of it, shadow trees included. */
export async function axeFaults(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(`axe.run(${JSON.stringify(part)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html + ' ' + (any[0]?.message ?? ''))))`)
}
