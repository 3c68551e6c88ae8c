import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { News } from '../../platform/news.ts'
import { openStream } from './stream.ts'

let heard: Parameters<News['watch']>[1] | undefined
let mayListen: () => Promise<boolean>
let out: PassThrough
let text: string
const troubles: unknown[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  mayListen = async () => true
  out = new PassThrough()
  text = ''
  out.on('data', (chunk) => {
    text += chunk
  })
  openStream(
    {
      news: {
        watch(subject, listener) {
          expect(subject).toBe('workspace:w1')
          heard = listener
          return () => {
            if (heard === listener) heard = undefined
          }
        },
      },
      mayListen: () => mayListen(),
      onTrouble: (error) => troubles.push(error),
    },
    'w1',
    out as unknown as ServerResponse,
  )
})
afterEach(() => {
  out.destroy()
  vi.useRealTimers()
})

describe('a stream of the dashboard', () => {
  it('begins with resync and tells what changes in a moment once', async () => {
    await vi.advanceTimersByTimeAsync(1)
    expect(text).toBe('event: resync\ndata: {}\n\n')
    text = ''
    for (const which of ['order:1', 'conversation:2', 'order:1']) heard?.(which)
    await vi.advanceTimersByTimeAsync(200)
    expect(text).toBe('event: order\ndata: {"id":"1"}\n\nevent: conversation\ndata: {"id":"2"}\n\n')
  })

  it.each([
    ['announcements may have been lost', () => heard?.(undefined)],
    [
      'too much happened to tell it one by one',
      () => {
        for (let i = 0; i <= 500; i++) heard?.(`order:${i}`)
      },
    ],
  ])('tells to look at everything when %s', async (_, happens) => {
    await vi.advanceTimersByTimeAsync(1)
    text = ''
    happens()
    await vi.advanceTimersByTimeAsync(200)
    expect(text).toBe('event: resync\ndata: {}\n\n')
  })

  it.each([
    ['has been signed out', async () => false, 0],
    ['cannot be told to be signed in', () => Promise.reject(new Error('no database')), 1],
  ])('ends within a heartbeat for who %s', async (_, answer, faults) => {
    troubles.length = 0
    mayListen = answer
    await vi.advanceTimersByTimeAsync(15_001)
    expect(out.writableEnded).toBe(true)
    expect(heard).toBeUndefined()
    expect(troubles).toHaveLength(faults)
  })
})
