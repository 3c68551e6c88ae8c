import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from './errors.ts'
import { keepStream } from './stream.ts'

const network = () => new ServiceError('network', 'no answer')
const message = (id: string) => `id: ${id}\nevent: message\ndata: {"id":"${id}"}\n\n`

/** A page and a service whose every connection the test holds in its hand. */
function stage(...answers: ServiceError[]) {
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', document)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const asked: (string | undefined)[] = []
  const heard: string[] = []
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = false
  const stream = keepStream(
    async (after, signal) => {
      asked.push(after)
      const refused = answers.shift()
      if (refused) throw refused
      isOpen = true
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          line = controller
        },
      })
      signal.addEventListener('abort', () => {
        if (isOpen) line?.error(new Error('aborted'))
        isOpen = false
      })
      return new Response(body)
    },
    {
      onMessage: ({ id }) => heard.push(id),
      onTyping: (active) => heard.push(`typing ${active}`),
      onOpen: () => heard.push('open'),
      onLost: () => heard.push('lost'),
      onError: ({ kind }) => heard.push(kind),
    },
    'start',
  )
  return {
    stream,
    asked,
    heard,
    write: async (text: string) => {
      line?.enqueue(new TextEncoder().encode(text))
      await pass(0)
    },
    end: async () => {
      isOpen = false
      line?.close()
      await pass(0)
    },
    isOpen: () => isOpen,
    tell: (type: string) => page.dispatchEvent(new Event(type)),
    show: (visibilityState: string) => {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('ended in good order goes on after the last event, without a word', async () => {
    const { write, end, asked, heard } = stage()
    await pass(0)
    await write(message('1') + message('2'))
    await end()
    await pass(1000)
    await write(message('3'))
    expect(asked).toEqual(['start', '2'])
    expect(heard).toEqual(['open', '1', '2', 'open', '3'])
  })

  it('silent for 40 seconds is dead; a heartbeat keeps it alive', async () => {
    const { write, asked, heard, isOpen } = stage()
    await pass(0)
    await pass(39_000)
    await write(': still here\n\n')
    await pass(39_000)
    expect(isOpen()).toBe(true)
    await pass(1000)
    expect(heard).toEqual(['open', 'lost'])
    await pass(1000)
    expect(asked).toHaveLength(2)
  })

  it('comes back later and later, and at once when the network does', async () => {
    const { asked, tell } = stage(...Array.from({ length: 20 }, network))
    const counts: number[] = []
    for (const seconds of [0, 1, 2, 4, 8, 16, 30, 30]) {
      await pass(seconds * 1000)
      counts.push(asked.length)
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    tell('online')
    await pass(0)
    expect(asked).toHaveLength(9)
  })

  it('waits as long as the service asks', async () => {
    const { asked } = stage(new ServiceError('refused', '', { status: 429, retryAfterMs: 25_000 }))
    await pass(24_000)
    expect(asked).toHaveLength(1)
    await pass(1000)
    expect(asked).toHaveLength(2)
  })

  it('refused for good is over', async () => {
    const { asked, heard } = stage(new ServiceError('not_allowed', 'no', { status: 403 }))
    await pass(600_000)
    expect(heard).toEqual(['not_allowed'])
    expect(asked).toHaveLength(1)
  })

  it('of a page long hidden is given back, and taken up when the page is seen again', async () => {
    const { show, asked, isOpen, write } = stage()
    await pass(0)
    show('hidden')
    await pass(30_000)
    await write(': still here\n\n')
    expect(isOpen()).toBe(true)
    await pass(30_000)
    expect(isOpen()).toBe(false)
    await pass(600_000)
    expect(asked).toHaveLength(1)
    show('visible')
    await pass(0)
    expect(asked).toHaveLength(2)
  })

  it('passes over what cannot be read', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { write, heard, asked, end } = stage()
    await pass(0)
    await write(`id: 1\ndata: {broken\n\n${message('2')}`)
    await end()
    await pass(1000)
    expect(heard).toEqual(['open', '2', 'open'])
    expect(asked).toEqual(['start', '2'])
  })

  it('closed asks for nothing any more', async () => {
    const { stream, asked, tell, show, isOpen, heard } = stage()
    await pass(0)
    stream.close()
    expect(isOpen()).toBe(false)
    tell('online')
    show('visible')
    await pass(600_000)
    expect(asked).toHaveLength(1)
    expect(heard).toEqual(['open'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
