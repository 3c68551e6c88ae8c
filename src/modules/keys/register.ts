import type { Uuid } from '../../lib/ids.ts'
import { digest, isWellFormed } from '../../lib/secrets.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import type { Scope } from './scopes.ts'

/** What never changes about a key, so that it can be remembered. Whether it still lives is not among it. */
export interface KeyFacts {
  id: Uuid
  agentId: Uuid
  workspaceId: Uuid
  scopes: readonly Scope[]
  origins: readonly string[]
}

export interface KeyRegister {
  /** Undefined without any database work for what cannot be a key of ours. */
  find(credential: string): KeyFacts | undefined | Promise<KeyFacts | undefined>
  used(key: KeyFacts): void
  /** Writes down when keys were last used; exact to the flush, which is enough to spot a forgotten key. */
  flush(): Promise<void>
}

const REMEMBERED = 10_000

export function createRegister(db: Db): KeyRegister {
  /** By the key itself, as long as the process lives: it comes with every request, and hashing it each time is work. */
  const known = new Map<string, KeyFacts>()
  let usedSince = new Map<Uuid, number>()

  async function look(credential: string): Promise<KeyFacts | undefined> {
    const facts = await db.row<KeyFacts>(sql`
      select id, agent_id as "agentId", workspace_id as "workspaceId", scopes, origins
        from api_keys where hash = ${digest(credential)} and revoked_at is null`)
    if (facts) {
      if (known.size >= REMEMBERED) known.clear()
      known.set(credential, facts)
    }
    return facts
  }

  return {
    find(credential) {
      return known.get(credential) ?? (isWellFormed('svk_', credential) ? look(credential) : undefined)
    },
    used(key) {
      usedSince.set(key.id, Date.now())
    },
    async flush() {
      if (usedSince.size === 0) return
      const batch = usedSince
      usedSince = new Map()
      await db.run(sql`
        update api_keys k set last_used_at = greatest(last_used_at, to_timestamp(u.at / 1000.0))
          from unnest(${[...batch.keys()]}::uuid[], ${[...batch.values()]}::float8[]) as u (id, at)
         where k.id = u.id`)
    },
  }
}
