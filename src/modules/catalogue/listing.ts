import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import type { NameCursor } from './cursor.ts'
import type { Source } from './sources.ts'

interface Stocked {
  id: Uuid
  external_id: string
  name: string
  sku: string | null
  price_sen: Sen | null
  is_active: boolean
  /** Null: not tracked. */
  on_hand: number | null
  held: number
}

/** A present variant; its price is its own or the product's. */
export interface VariantRow extends Stocked {
  own_price_sen: Sen | null
}

export interface ProductRow extends Stocked {
  agent_id: Uuid
  source: Source
  description: string | null
  category: string | null
  image_url: string | null
  archived_at: Timestamp | null
  updated_at: Timestamp
  /** As the list is sorted. */
  sort_name: string
  variants: VariantRow[]
}

/** Those of the agent, in the order of the ids. */
export function readProducts(db: Queryable, agentId: Uuid, ids: Uuid[]): Promise<ProductRow[]> {
  return db.rows<ProductRow>(sql`
    select ${PRODUCT}
      from unnest(${ids}::uuid[]) with ordinality as asked (id, n)
      join products p on p.agent_id = ${agentId} and p.id = asked.id
     order by asked.n`)
}

/** By name, one more than asked for. */
export function listProducts(
  db: Queryable,
  agentId: Uuid,
  { limit, cursor, archived }: { limit: number; cursor?: NameCursor | undefined; archived: boolean },
): Promise<ProductRow[]> {
  return db.rows<ProductRow>(sql`
    select ${PRODUCT}
      from products p
     where p.agent_id = ${agentId} and p.archived_at is ${archived ? sql`not null` : sql`null`}
       ${cursor ? sql`and (lower(p.name) collate "C", p.id) > (${cursor.name}, ${cursor.id})` : nothing}
     order by lower(p.name) collate "C", p.id
     limit ${limit + 1}`)
}

/** Which agent of the workspace has this product: how a door for people finds its way to agent-owned data. */
export async function agentOf(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ agent_id: Uuid }>(sql`
    select p.agent_id from products p join agents a on a.id = p.agent_id
     where p.id = ${id} and a.workspace_id = ${workspaceId}`)
  return row?.agent_id
}

const PRODUCT = sql`
  p.id, p.agent_id, p.source, p.external_id, p.name, p.description, p.category, p.sku, p.image_url, p.price_sen, p.is_active,
  p.archived_at, p.on_hand, p.held, p.updated_at, lower(p.name) as sort_name,
  (select coalesce(json_agg(json_build_object(
            'id', v.id, 'external_id', v.external_id, 'name', v.name, 'sku', v.sku,
            'price_sen', coalesce(v.price_sen, p.price_sen), 'own_price_sen', v.price_sen,
            'is_active', v.is_active, 'on_hand', v.on_hand, 'held', v.held) order by v.position, v.id), '[]')
     from variants v
    where v.agent_id = p.agent_id and v.product_id = p.id and v.removed_at is null) as variants`
