import { describe, expect, it } from 'vitest'
import { readFile } from './files.ts'

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => readFile(new File([content], name))

describe('a file brought as a document', () => {
  it('is called as its first heading says, else by its name', async () => {
    expect(await file('delivery.md', '# Delivery and pick-up #\n\nWithin 5 km.')).toMatchObject({
      title: 'Delivery and pick-up',
      problem: undefined,
    })
    expect((await file('Opening hours.txt', 'Every day from 7.')).title).toBe('Opening hours')
  })

  it.each([
    ['menu.pdf', 'x', 'kind'],
    ['empty.md', ' \n', 'empty'],
    ['long.txt', 'a'.repeat(500_001), 'long'],
    ['old.txt', new Uint8Array([0xff, 0xfe, 0x41]), 'binary'],
    ['nul.txt', 'a\0b', 'binary'],
  ] as const)('%s is refused: %s', async (name, content, problem) => {
    expect((await file(name, content as string)).problem).toBe(problem)
  })
})
