import { UserError } from '../../lib/user-error.ts'
import { simulateIncoming } from '../../modules/calls/index.ts'
import { textsOf } from '../../modules/texts/index.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { theAgent, theWorkspace } from './find.ts'

export const callCommands: Command[] = [
  {
    name: 'call simulate-incoming',
    about: 'Ring an agent as a customer would, without a telephone; the service that runs answers',
    flags: { agent: is.required(is.text, 'ID'), from: is.required(is.phone, 'PHONE') },
    run: async ({ db }, { flags }) => {
      const agent = await theAgent(db, flags.agent)
      const id = await simulateIncoming(db, agent, flags.from)
      if (id === undefined) {
        throw new UserError(
          'This agent takes no calls: it needs its voice on (agent update --voice), and a workspace on the paid plan that is verified and has at least 400 credits.',
        )
      }
      const hint = `Follow it at GET /api/v1/calls/${id} with a key of the agent.`
      return { json: { id, agent_id: agent.id, from: flags.from }, hint }
    },
  },
  {
    name: 'text list',
    about: 'List the text messages of a workspace, newest first; with the sandbox they are sent nowhere else',
    flags: { workspace: is.required(is.text, 'ID'), limit: is.optional(is.integer(1, 1_000), 'N') },
    run: async ({ db }, { flags }) => ({
      json: await textsOf(db, (await theWorkspace(db, flags.workspace)).id, flags.limit ?? 50),
    }),
  },
]
