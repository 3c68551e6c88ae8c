import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../../lib/root.ts'

/** Node 20 runs no TypeScript in a thread: where a test runner loads the sources, the worker is the built one. */
export const workerEntry = import.meta.url.endsWith('.ts')
  ? pathToFileURL(join(packageRoot, 'dist', 'providers', 'speech', 'work', 'worker.js'))
  : new URL('./worker.js', import.meta.url)
