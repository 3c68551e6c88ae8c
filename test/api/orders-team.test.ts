import { describe, expect, it } from 'vitest'
import { MISSING, service, setUpStore, store } from '../harness/orders.ts'
import { CUSTOMER, openStore } from '../harness/store.ts'

setUpStore()

describe('the team', () => {
  it('sees what moved an order, and settles it by hand', async () => {
    const { id } = await store.placed([{ product_external_id: 'kopi', quantity: 1 }])
    const before = await store.stock('kopi')
    const handled = await store.manage(`/orders/${id}/handled`, {})
    expect(handled.json.data).toMatchObject({ external_id: null, acknowledged_at: expect.any(String) })
    expect(handled.json.data.lines[0].stock).toBe('taken')
    expect(await store.stock('kopi')).toEqual({
      on_hand: (before.on_hand as number) - 1,
      held: before.held - 1,
    })
    await store.manage(`/orders/${id}/handled`, {})
    const linked = await store.report(id, { external_id: `H-${id}` })
    expect(linked.json.data.stock_events).toEqual(['store_ack'])
    expect(await store.stock('kopi')).toEqual({
      on_hand: (before.on_hand as number) - 1,
      held: before.held - 1,
    })
    await store.report(id, { status: 'paid' })
    expect((await store.manage(`/orders/${id}/refund`, {})).json.data.status).toBe('refunded')
    expect((await store.manage(`/orders/${id}/cancel`, {})).json.data.status).toBe('cancelled')
    expect((await store.manage(`/orders/${id}/cancel`, {})).json.data.status).toBe('cancelled')

    const { history } = (await store.manage(`/orders/${id}`)).json.data
    expect(history.map(({ action, actor }: never) => [action, (actor as { kind: string }).kind])).toEqual([
      ['placed', 'user'],
      ['handled', 'user'],
      ['acknowledged', 'key'],
      ['paid', 'key'],
      ['refunded', 'user'],
      ['cancelled', 'user'],
    ])
    expect(history[1].actor.id).toBe(store.owner.id)
  })

  it('lists newest first, by page, status, agent, conversation and alert', async () => {
    const shop = await openStore(service.db, service.url, [{ external_id: 'a', name: 'A', price: 1 }])
    const orders = []
    for (let i = 0; i < 5; i++) orders.push(await shop.placed([{ product_external_id: 'a', quantity: 1 }]))
    await shop.report(orders[2].id, { status: 'paid' })
    const ids = async (query: string) => {
      const { json } = await shop.manage(`/orders${query}`)
      return json.data.map(({ id }: { id: string }) => id)
    }
    const newest = orders.map(({ id }) => id).reverse()
    expect(await ids('')).toEqual(newest)
    expect(await ids('?status=paid')).toEqual([orders[2].id])
    expect(await ids(`?agent_id=${shop.agent.id}`)).toEqual(newest)
    expect(await ids(`?agent_id=${store.agent.id}`)).toEqual([])
    expect(await ids(`?conversation_id=${MISSING}`)).toEqual([])
    expect(await ids('?attention=1')).toEqual([])
    expect(await ids('?unhandled=1')).toEqual([orders[2].id])
    await shop.manage(`/orders/${orders[2].id}/handled`, {})
    expect(await ids('?unhandled=1')).toEqual([])
    const page = (await shop.manage('/orders?limit=3')).json
    expect(page.hasMore).toBe(true)
    expect(await ids(`?limit=3&cursor=${page.next_cursor}`)).toEqual(newest.slice(3))
    expect((await shop.manage('/orders?cursor=x')).status).toBe(400)
  })

  it('never sees another workspace’s order', async () => {
    const { id } = await store.placed([{ product_external_id: 'kopi', quantity: 1 }])
    const elsewhere = await openStore(service.db, service.url)
    for (const path of [`/orders/${id}`, `/orders/${MISSING}`, '/orders/x']) {
      const reply = await elsewhere.manage(path)
      expect([reply.status, reply.json]).toEqual([404, { error: 'not found' }])
    }
    for (const move of ['handled', 'cancel', 'refund']) {
      expect((await elsewhere.manage(`/orders/${id}/${move}`, {})).status).toBe(404)
    }
    expect((await elsewhere.place([{ product_external_id: 'kopi', quantity: 1 }])).status).toBe(422)
    const foreign = await elsewhere.manage(`/agents/${store.agent.id}/orders`, {
      customer: CUSTOMER,
      lines: [],
    })
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid body'])
  })
})
