import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { packageRoot } from '../../../lib/root.ts'

const besideMe = new URL('./worker.js', import.meta.url)

/** Node 20 runs no TypeScript in a thread: where a test runner loads the sources, the worker is the built one. */
export const workerEntry = import.meta.url.endsWith('.ts') ? built(besideMe) : besideMe

function built(source: URL): URL {
  const path = relative(join(packageRoot, 'src'), fileURLToPath(source))
  return pathToFileURL(join(packageRoot, 'dist', path))
}
