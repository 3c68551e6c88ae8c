import { isUuid } from '../../lib/ids.ts'
import { system } from '../../modules/audit/index.ts'
import { createKey, keysOf, revokeKey } from '../../modules/keys/index.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { missing, theAgent } from './find.ts'

export const keyCommands: Command[] = [
  {
    name: 'key create',
    about: 'Create an API key for an agent; it is shown this once',
    flags: {
      agent: is.required(is.text, 'ID'),
      name: is.optional(is.text, 'NAME'),
      scope: is.repeated(is.scope, 'SCOPE'),
      origin: is.repeated(is.origin, 'ORIGIN'),
    },
    run: async ({ db }, { flags }) => {
      const agent = await theAgent(db, flags.agent)
      const fields = { name: flags.name ?? 'API key', scopes: flags.scope ?? [], origins: flags.origin ?? [] }
      const { id, key, prefix, name, scopes, origins, created_at } = await createKey(
        db,
        system,
        agent,
        fields,
      )
      return {
        json: { id, key, prefix, name, agent_id: agent.id, scopes, origins, created_at },
        hint: 'Store the key now: only a hash of it is kept, and it is not shown again.',
      }
    },
  },
  {
    name: 'key list',
    about: 'List the API keys of an agent',
    flags: { agent: is.required(is.text, 'ID') },
    run: async ({ db }, { flags }) => ({ json: await keysOf(db, (await theAgent(db, flags.agent)).id) }),
  },
  {
    name: 'key revoke',
    about: 'Revoke an API key; its very next request is refused',
    takes: ['ID'],
    run: async ({ db }, { words: [id = ''] }) => ({
      json: (isUuid(id) ? await revokeKey(db, system, id) : undefined) ?? missing('key', id),
    }),
  },
]
