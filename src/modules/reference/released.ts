import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../lib/root.ts'
import { UserError } from '../../lib/user-error.ts'
import { breakingChanges, type OpenApiDocument } from '../../platform/openapi/index.ts'
import { v1Document } from './v1.ts'

export const RELEASED = 'docs/api/openapi.json'

export function textOf(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

export function readReleased(root: string = packageRoot): string | undefined {
  try {
    return readFileSync(join(root, RELEASED), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Brings the released document up to date, and refuses when that would break a promise made with it. */
export function writeReleased(root: string = packageRoot, document: OpenApiDocument = v1Document()): string {
  const released = readReleased(root)
  const broken =
    released === undefined ? [] : breakingChanges(JSON.parse(released) as OpenApiDocument, document)
  if (broken.length > 0) {
    throw new UserError(
      `${broken.map((change) => `- ${change}`).join('\n')}\n` +
        'This would break working integrations, and within v1 changes only add (specification, section 9). ' +
        `Undo it, or, if no release had it yet, bring back the ${RELEASED} of the last release and try again.`,
    )
  }
  const file = join(root, RELEASED)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, textOf(document))
  return file
}
