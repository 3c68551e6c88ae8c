import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSseReader, type ServerEvent } from './sse.ts'

function read(...chunks: string[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const reader = createSseReader((event) => events.push(event))
  for (const chunk of chunks) reader(chunk)
  return events
}

it.each([
  ['data: a\n\n', [{ event: 'message', data: 'a' }]],
  ['event: typing\ndata: {"active":true}\n\n', [{ event: 'typing', data: '{"active":true}' }]],
  [
    'id: 7\nevent: message\ndata: a\n\ndata: b\n\n',
    [
      { event: 'message', data: 'a', id: '7' },
      { event: 'message', data: 'b' },
    ],
  ],
  [': still here\n\n: again\n\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['data: one\ndata: two\n\n', [{ event: 'message', data: 'one\ntwo' }]],
  ['data:tight\r\n\r\n', [{ event: 'message', data: 'tight' }]],
  ['data\n\n', [{ event: 'message', data: '' }]],
  ['event: typing\n\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['retry: 5\nunknown: x\ndata: a: b\n\n', [{ event: 'message', data: 'a: b' }]],
  ['data: cut off by the end\n', []],
])('%j', (text, expected) => expect(read(text)).toEqual(expected))

it('the same events come out wherever the network cut the stream', () => {
  const text =
    ': hi\r\n\r\nid: 1\r\nevent: message\r\ndata: {"a":"ä\\n"}\r\n\r\nevent: typing\ndata: 1\n\ndata: 3\r\rdata: 4\n\n'
  const whole = read(text)
  expect(whole).toHaveLength(4)
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      const chunks = places.slice(1).map((place, i) => text.slice(places[i], place))
      expect(read(...chunks)).toEqual(whole)
    }),
  )
})
