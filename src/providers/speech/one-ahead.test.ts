import { expect, it } from 'vitest'
import { oneAhead } from './one-ahead.ts'

it('makes one piece ahead of the listener, no more, and stops when they leave', async () => {
  const begun: string[] = []
  let signal: AbortSignal | undefined
  const make = async (piece: string, given: AbortSignal) => {
    begun.push(piece)
    signal = given
    return piece.toUpperCase()
  }
  const heard: string[] = []
  for await (const piece of oneAhead(['a', 'b', 'c', 'd'], make, undefined)) {
    heard.push(piece)
    if (piece === 'B') break
    expect(begun).toEqual(['a', 'b'])
  }
  expect(heard).toEqual(['A', 'B'])
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(signal?.aborted).toBe(true)
})

it('a piece that fails ahead of time is heard of in its turn', async () => {
  const make = async (piece: string) => {
    if (piece === 'b') throw new Error('no sound')
    return piece
  }
  const heard: string[] = []
  const listening = (async () => {
    for await (const piece of oneAhead(['a', 'b'], make, undefined)) {
      heard.push(piece)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await expect(listening).rejects.toThrow('no sound')
  expect(heard).toEqual(['a'])
})
