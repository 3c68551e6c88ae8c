const START = Date.UTC(2025, 0, 1)
const STEP_MS = 31_013
/** Never paid, so no store ever took it over. */
const EXPIRED_EVERY = 37
/** The newest, which the store has not seen yet. */
export const NEW = 100

/** Orders of one to three lines, half a minute apart; nearly all were taken over by the store. */
export async function seedOrders(world, agentId, count) {
  await world.db.session(async (session) => {
    await session.script(`
      set statement_timeout = 0;
      set session_replication_role = replica;
      insert into orders (agent_id, id, order_number, status, channel, customer_name, customer_phone, subtotal_sen, total_sen,
                          pay_token, payment_url, payment_expires_at, expired, paid_at, external_id, external_status,
                          acknowledged_at, created_at)
      select '${agentId}', ${orderId('n')}, 'B' || upper(to_hex(n)), case when expired then 'cancelled' else 'paid' end,
             'whatsapp', 'Customer ' || n % 5000, '+6012' || lpad((n % 5000)::text, 7, '0'), 1290, 1290, md5(n::text),
             'https://shop.example.com/pay/' || md5(n::text), at + interval '15 minutes', expired,
             case when not expired then at + interval '2 minutes' end, case when taken then 'store-' || n end,
             case when taken then 'completed' end, case when taken then at + interval '3 minutes' end, at
        from generate_series(0, ${count - 1}) n,
             lateral (select n % ${EXPIRED_EVERY} = 0 as expired, ${timeOf('n')} as at) o,
             lateral (select not expired and n < ${count - NEW} as taken) s;
      insert into order_lines (agent_id, order_id, position, product_id, variant_id, product_external_id, variant_external_id,
                               name, sku, quantity, unit_price_sen, special_instructions, stock)
      select '${agentId}', ${orderId('n')}, l, ${orderId('n * 3 + l')}, null, (n * 3 + l)::text, null,
             (array['Kopi O Ais', 'Cotton Shirt Navy M', 'Nasi Lemak Ayam', 'Bamboo Lamp'])[1 + (n + l) % 4],
             'SKU-' || (n * 3 + l) % 10000, 1 + n % 3, 430, case when n % 4 = 0 then 'kurang manis' end, 'free'
        from generate_series(0, ${count - 1}) n, generate_series(0, n % 3) l;
      reset session_replication_role`)
    for (const table of ['orders', 'order_lines']) await session.script(`vacuum analyze ${table}`)
  })
}

/** The stamp of the n-th order. */
export function stampOf(n) {
  return new Date(START + n * STEP_MS).toISOString()
}

function timeOf(number) {
  return `timestamptz '${new Date(START).toISOString()}' + ${number} * interval '${STEP_MS} milliseconds'`
}

function orderId(number) {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}
