import { z } from 'zod'
import { queryInteger, timestamp } from '../../platform/http/index.ts'

export const action = z
  .object({
    id: z.uuid(),
    tool: z.string(),
    input: z.unknown().describe('What it was asked'),
    result: z.unknown().describe('What came of it'),
    created_at: timestamp,
  })
  .meta({ id: 'AgentAction' })

export const actionsQuery = z.object({
  limit: queryInteger(1, 100, 50),
  after: z.uuid().optional().describe('Id of the last one held'),
})
