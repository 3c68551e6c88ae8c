import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { findDemo, removeDemo, resetDemo } from '../../modules/demo/index.ts'
import { backup, restore } from '../../platform/backup/index.ts'
import { migrate } from '../../platform/db/index.ts'
import { readSecret, writeSecret } from '../../platform/secret.ts'
import { knownAddress, rememberAddress, rememberedAddress } from '../base-url.ts'
import type { Command } from '../command.ts'
import { passwordLink } from './users.ts'

export const serviceCommands: Command[] = [
  {
    name: 'migrate',
    bringsSchema: true,
    about: 'Bring the database up to date; serve does this by itself',
    run: async ({ db }) => {
      const applied = await migrate(db)
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
      return { json: { applied }, text }
    },
  },
  {
    name: 'demo reset',
    about: 'Start the demo shop over; other workspaces are untouched',
    run: async ({ db, config }) => {
      const { workspace, agent, owner, key } = await resetDemo(db, new Date())
      const link = await passwordLink(db, await rememberedAddress(db, config), owner)
      return {
        json: { workspace_id: workspace.id, agent_id: agent.id, key: key.key, email: owner.email, link },
        hint: 'Store the key now: only a hash of it is kept, and it is not shown again.',
      }
    },
  },
  {
    name: 'demo remove',
    about: 'Remove the demo shop for good',
    run: async ({ db }) => {
      const demo = await findDemo(db)
      await removeDemo(db)
      const text = demo ? 'The demo shop is gone.' : 'There is no demo shop.'
      return { json: { removed: demo !== undefined }, text }
    },
  },
  {
    name: 'backup',
    about: 'Write everything into one file, also while the service runs',
    takes: ['FILE'],
    run: async ({ db, config, progress }, { words: [file = ''] }) => {
      const done = await backup(db, resolve(file), { secret: generatedSecret(config), progress })
      return { json: done, hint: 'Keep the file as carefully as the shop’s own keys: it holds everything.' }
    },
  },
  {
    name: 'restore',
    bringsSchema: true,
    about: 'Replace everything by what a backup holds; what was there before is saved first',
    takes: ['FILE'],
    run: async ({ db, config, progress }, { words: [file = ''] }) => {
      const safetyFolder = config.databaseUrl === undefined ? config.dataDir : dirname(resolve(file))
      const address = await knownAddress(db)
      const { secret, ...done } = await restore(db, resolve(file), {
        safetyFolder,
        secret: generatedSecret(config),
        progress,
      })
      // The address in the backup is that of the place it was made in.
      await rememberAddress(db, address)
      if (hasGeneratedSecret(config) && secret !== undefined) writeSecret(config.dataDir, secret)
      return { json: done }
    },
  },
]

/** Only a service that made its secret itself keeps it in its backups; a configured one is the operator's to keep. */
function hasGeneratedSecret(config: Config): boolean {
  return config.secret === undefined && config.databaseUrl === undefined
}

function generatedSecret(config: Config): string | undefined {
  return hasGeneratedSecret(config) ? readSecret(config.dataDir) : undefined
}
