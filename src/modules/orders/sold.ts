import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/** So many of the newest orders say what is liked now; what was liked last year does not matter. */
const NEWEST = 300

/** What was ordered most often lately, best first. One order of two hundred is one customer's taste, so orders count. */
export async function soldLately(db: Queryable, agentId: Uuid, limit: number): Promise<Uuid[]> {
  const rows = await db.rows<{ product_id: Uuid }>(sql`
    select l.product_id
      from (select id from orders
             where agent_id = ${agentId} and status in ('paid', 'pending_payment')
             order by created_at desc limit ${NEWEST}) o
      join order_lines l on l.agent_id = ${agentId} and l.order_id = o.id
     where l.product_id is not null
     group by l.product_id
     order by count(distinct l.order_id) desc, sum(l.quantity) desc, l.product_id
     limit ${limit}`)
  return rows.map(({ product_id }) => product_id)
}
