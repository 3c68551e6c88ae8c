import type { Item } from '../api/client.ts'

type Entry = Item<'GET /orders/:id'>['history'][number]
type Stock = 'held' | 'taken' | 'free'
export type Effect = 'held' | 'taken' | 'released' | 'returned' | 'reserved'

const EFFECTS: Record<`${Stock} ${Stock}`, Effect | undefined> = {
  'held held': undefined,
  'taken taken': undefined,
  'free free': undefined,
  'taken held': undefined,
  'held taken': 'taken',
  'held free': 'released',
  'taken free': 'returned',
  'free held': 'reserved',
  'free taken': 'reserved',
}

/** What each step did to the stock. It follows from status and takeover alone, as on the server. */
export function effectsOf(history: Entry[]): (Effect | undefined)[] {
  let isTaken = false
  let before: Stock | undefined
  return history.map(({ action, status, detail }) => {
    isTaken ||= action === 'handled' || action === 'acknowledged' || detail.external_id !== undefined
    const isOff = status === 'cancelled' || status === 'refunded'
    const now: Stock = isOff ? 'free' : isTaken ? 'taken' : 'held'
    const effect = before === undefined ? (now === 'free' ? undefined : now) : EFFECTS[`${before} ${now}`]
    before = now
    return effect
  })
}
