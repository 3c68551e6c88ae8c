import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../client/errors.ts'
import type { Keeping } from '../client/storage.ts'
import { createOutbox } from './outbox.ts'

const network = () => new ServiceError('network', 'no answer')

/** A service that answers as told, one word for each request, and then always well. */
function stage(...answers: (ServiceError | 'ok')[]) {
  const kept = new Map<string, string>()
  const storage: Keeping = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
  const asked: string[] = []
  const errors: ServiceError[] = []
  const network = { isThere: true }
  let ids = 0
  const open = () =>
    createOutbox({
      async send(text, clientId) {
        asked.push(`${clientId} ${text}`)
        const answer = answers.shift()
        if (answer instanceof ServiceError) throw answer
      },
      storage,
      key: 'unsent',
      newId: () => `id${++ids}`,
      isOnline: () => network.isThere,
      onChange() {},
      onError: (error) => errors.push(error),
    })
  const outbox = open()
  const states = () => outbox.letters.map(({ text, state }) => `${text}: ${state}`)
  return { outbox, asked, errors, states, kept, open, network }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('messages on their way', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are gone once the service has them', async () => {
    const { outbox, asked, states, kept } = stage()
    outbox.add('a')
    expect(states()).toEqual(['a: sending'])
    await pass(0)
    expect(states()).toEqual([])
    expect(asked).toEqual(['id1 a'])
    expect(kept.size).toBe(0)
  })

  it('keep their order and their names through failures, and nothing is sent beside the first', async () => {
    const { outbox, asked } = stage(network(), network())
    outbox.add('a')
    outbox.add('b')
    await pass(0)
    expect(asked).toEqual(['id1 a'])
    await pass(1000)
    expect(asked).toEqual(['id1 a', 'id1 a'])
    await pass(2000)
    expect(asked).toEqual(['id1 a', 'id1 a', 'id1 a', 'id2 b'])
  })

  it('are called lost after three failures, and are still tried again', async () => {
    const { outbox, states, asked } = stage(network(), network(), network(), network())
    outbox.add('a')
    await pass(1000)
    expect(states()).toEqual(['a: sending'])
    await pass(2000)
    expect(states()).toEqual(['a: lost'])
    await pass(4000)
    expect(asked).toHaveLength(4)
    await pass(8000)
    expect(states()).toEqual([])
  })

  it('are not lost while the browser knows of no network', async () => {
    const { outbox, states, network: own } = stage(...Array.from({ length: 9 }, network))
    own.isThere = false
    outbox.add('a')
    await pass(60_000)
    expect(states()).toEqual(['a: sending'])
  })

  it('never wait longer than half a minute', async () => {
    const { outbox, asked } = stage(...Array.from({ length: 50 }, network))
    outbox.add('a')
    await pass(10 * 60_000)
    const before = asked.length
    await pass(60_000)
    expect(asked.length - before).toBe(2)
  })

  it('go at once when the network is back or the visitor asks', async () => {
    const { outbox, asked, states } = stage(network(), network(), network())
    outbox.add('a')
    await pass(3000)
    expect(states()).toEqual(['a: lost'])
    outbox.retry('id1')
    expect(states()).toEqual(['a: sending'])
    await pass(0)
    expect(asked).toHaveLength(4)
    expect(states()).toEqual([])
  })

  it('are not sent twice by two calls to wake', async () => {
    const { outbox, asked } = stage(network())
    outbox.add('a')
    await pass(0)
    outbox.wake()
    outbox.wake()
    await pass(0)
    expect(asked).toHaveLength(2)
    await pass(60_000)
    expect(asked).toHaveLength(2)
  })

  it('wait as long as the service asks', async () => {
    const busy = new ServiceError('refused', 'a lot at once', { status: 429, retryAfterMs: 20_000 })
    const { outbox, asked, states, errors } = stage(busy)
    outbox.add('a')
    await pass(19_000)
    expect(asked).toHaveLength(1)
    expect(states()).toEqual(['a: sending'])
    expect(errors).toEqual([busy])
    await pass(1000)
    expect(asked).toHaveLength(2)
  })

  it('without credits are kept by the service and not repeated', async () => {
    const credits = new ServiceError('credits', 'taking a break', { status: 402 })
    const { outbox, asked, states, errors, kept } = stage(credits)
    outbox.add('a')
    await pass(60_000)
    expect(asked).toHaveLength(1)
    expect(states()).toEqual(['a: stored'])
    expect(errors).toEqual([credits])
    expect(kept.size).toBe(0)
    outbox.settle('id1')
    expect(states()).toEqual([])
  })

  it('refused for good wait for the visitor and do not hold up the rest', async () => {
    const refused = new ServiceError('refused', 'no', { status: 400 })
    const { outbox, asked, states } = stage(refused)
    outbox.add('a')
    outbox.add('b')
    await pass(60_000)
    expect(asked).toEqual(['id1 a', 'id2 b'])
    expect(states()).toEqual(['a: lost'])
    outbox.wake()
    await pass(0)
    expect(asked).toHaveLength(2)
    outbox.retry('id1')
    await pass(0)
    expect(states()).toEqual([])
  })

  it.each(['{', '5', '{}', '[null, 5, {}, {"text":5}]'])('kept as %s are none', (text) => {
    const { kept, open } = stage()
    kept.set('unsent', text)
    expect(open().letters).toEqual([])
  })

  it('survive a change of page under their names', async () => {
    const { outbox, asked, open } = stage(network())
    outbox.add('a')
    await pass(0)
    outbox.close()
    const next = open()
    expect(next.letters).toEqual([{ clientId: 'id1', text: 'a', state: 'sending' }])
    next.wake()
    await pass(60_000)
    expect(asked).toEqual(['id1 a', 'id1 a'])
  })
})
