import { afterAll, beforeAll, describe, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { configuredModel } from '../../src/modules/brain/choose.ts'
import { createModelBrain } from '../../src/modules/brain/llm/index.ts'
import type { LanguageModel, Spent } from '../../src/providers/llm/index.ts'
import {
  type ConversationData,
  loadConversations,
  loadShops,
  playConversation,
} from '../harness/conversations.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import type { Score } from './scores.ts'

declare module 'vitest' {
  interface TaskMeta {
    score?: Score
  }
}

/*
 * Not a test: nothing here fails. Each conversation is held with the configured model, and what was not as expected is
 * counted.
 */

const model = configuredModel(readConfig()) as LanguageModel
const shops = loadShops()
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

for (const { file, conversations } of loadConversations()) {
  describe(file, () => {
    for (const conversation of conversations) {
      it.concurrent(conversation.name, async ({ task }) => {
        const spent: Spent = { inputTokens: 0, outputTokens: 0, steps: 0 }
        const brain = createModelBrain({ model, watch: (one) => add(spent, one) })
        const start = performance.now()
        const { faults } = await playConversation(database.db, brain, shops, conversation).catch((error) => ({
          faults: conversation.turns.map(
            (_, i) => `turn ${i + 1}: lost, for it broke off (${error.message})`,
          ),
        }))
        task.meta.score = { ...measureOf(conversation), faults, ...spent, ms: performance.now() - start }
      })
    }
  })
}

function add(sum: Spent, { inputTokens, outputTokens, steps }: Spent): void {
  sum.inputTokens += inputTokens
  sum.outputTokens += outputTokens
  sum.steps += steps
}

/** How much there is to get right: each turn, and in each turn a reply and every fact that is expected. */
function measureOf({ turns }: ConversationData): Pick<Score, 'turns' | 'facts'> {
  const spoken = turns.filter(({ customer }) => customer !== undefined)
  const facts = spoken.map(
    ({ customer: _, times: _times, event: _event, reply = [], not = [], ...others }) => {
      return 1 + [reply].flat().length + [not].flat().length + Object.keys(others).length
    },
  )
  return { turns: spoken.length, facts: facts.reduce((sum, count) => sum + count, 0) }
}
