import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltinBrain } from '../src/modules/brain/builtin/index.ts'
import { loadConversations, loadShops, playConversation } from './harness/conversations.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'

const shops = loadShops()
const files = loadConversations()
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

it('there are many conversations, in several shops, with names of their own', () => {
  const all = files.flatMap(({ conversations }) => conversations)
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map(({ shop }) => shop)).size).toBeGreaterThanOrEqual(4)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

describe.each(files)('the built-in brain holds the conversations of $file', ({ conversations }) => {
  it.each(conversations)('$name', async (conversation) => {
    const { faults, script } = await playConversation(database.db, createBuiltinBrain(), shops, conversation)
    expect(faults, script.join('\n')).toEqual([])
  })
})
