import { isUuid } from '../../lib/ids.ts'
import { system } from '../../modules/audit/index.ts'
import {
  allTokens,
  createPasswordLink,
  createToken,
  createUser,
  PASSWORD_PATH,
  revokeToken,
  type User,
  usersOf,
} from '../../modules/users/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { rememberedAddress } from '../base-url.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { missing, theUser, theWorkspace } from './find.ts'

export const userCommands: Command[] = [
  {
    name: 'user create',
    about: 'Create a person of a workspace; without a password you get a link to choose one',
    flags: {
      workspace: is.required(is.text, 'ID'),
      email: is.required(is.email, 'EMAIL'),
      password: is.hidden(is.password, 'PASSWORD'),
    },
    run: async ({ db, config }, { flags }) => {
      const { id } = await theWorkspace(db, flags.workspace)
      const user = await createUser(db, system, id, { email: flags.email, password: flags.password })
      if (flags.password !== undefined) return { json: user }
      return {
        json: { ...user, link: await passwordLink(db, await rememberedAddress(db, config), user) },
        hint: ONCE,
      }
    },
  },
  {
    name: 'user list',
    about: 'List the people of a workspace',
    flags: { workspace: is.required(is.text, 'ID') },
    run: async ({ db }, { flags }) => ({
      json: await usersOf(db, (await theWorkspace(db, flags.workspace)).id),
    }),
  },
  {
    name: 'user reset',
    about: 'Make a one-time link with which a person chooses a new password',
    flags: { email: is.required(is.email, 'EMAIL') },
    run: async ({ db, config }, { flags }) => {
      const user = await theUser(db, flags.email)
      return {
        json: { email: user.email, link: await passwordLink(db, await rememberedAddress(db, config), user) },
        hint: ONCE,
      }
    },
  },
  {
    name: 'token create',
    about: 'Create a management token that acts as a person; it is shown this once',
    flags: { email: is.required(is.email, 'EMAIL'), only: is.optional(is.oneOf('inbound'), 'inbound') },
    run: async ({ db }, { flags }) => ({
      json: await createToken(db, system, await theUser(db, flags.email), flags.only === 'inbound'),
      hint: 'Store the token now: only a hash of it is kept, and it is not shown again.',
    }),
  },
  {
    name: 'token list',
    about: 'List the management tokens',
    run: async ({ db }) => ({ json: await allTokens(db) }),
  },
  {
    name: 'token revoke',
    about: 'Revoke a management token; its very next request is refused',
    takes: ['ID'],
    run: async ({ db }, { words: [id = ''] }) => ({
      json: (isUuid(id) ? await revokeToken(db, system, id) : undefined) ?? missing('token', id),
    }),
  },
]

const ONCE = 'The link works once, for 24 hours, while the service runs.'

export async function passwordLink(db: Db, baseUrl: string, user: User): Promise<string> {
  return `${baseUrl}${PASSWORD_PATH}/${await createPasswordLink(db, system, user)}`
}
