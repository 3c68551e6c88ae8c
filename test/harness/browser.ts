import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const QUIET = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The system's own Chromium; undefined, with a printed reason, when there is none. `more`: switches of its own. */
export async function openBrowser(more: string[] = []): Promise<Browser | undefined> {
  const executablePath = PLACES.find(existsSync)
  if (!executablePath) {
    process.stdout.write(
      'no Chromium on this machine: install the package chromium to run the browser tests\n',
    )
    return undefined
  }
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...QUIET, ...asRoot, ...more] })
}
