import type { AgentContext } from '../agents/index.ts'
import { audit } from './audit.ts'
import { haveCatalogueAlone } from './lock.ts'
import type { ArchiveAnswer, ArchiveBody } from './schema.ts'
import * as store from './store.ts'

/** Takes products off the shelf for good, until they are synced again. */
export async function archiveProducts(
  context: AgentContext,
  { source, external_ids }: ArchiveBody,
): Promise<ArchiveAnswer> {
  return context.db.transaction(async (tx) => {
    await haveCatalogueAlone(tx, context.agentId)
    const found = await store.archive(tx, context.agentId, source, [...new Set(external_ids)])
    const data = external_ids.map((external_id) => ({
      external_id,
      status: found.has(external_id) ? ('archived' as const) : ('not_found' as const),
    }))
    const archived = data.filter(({ status }) => status === 'archived').length
    const failed = data.length - archived
    await audit(tx, context, 'catalogue.archived', { source, archived, failed })
    return { data, archived, failed }
  })
}
