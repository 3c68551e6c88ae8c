import type { DueWork } from '../../src/platform/due.ts'

/** Does once what is due. */
export async function runOnce(work: DueWork | undefined): Promise<number | undefined> {
  return work?.run(new AbortController().signal, () => {})
}
