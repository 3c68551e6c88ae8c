import type { Command } from '../command.ts'
import { contactCommands } from './contacts.ts'
import { keyCommands } from './keys.ts'
import { serviceCommands } from './service.ts'
import { userCommands } from './users.ts'
import { webhookCommands } from './webhooks.ts'
import { workspaceCommands } from './workspaces.ts'

export const commands: Command[] = [
  ...workspaceCommands,
  ...keyCommands,
  ...userCommands,
  ...contactCommands,
  ...webhookCommands,
  ...serviceCommands,
]
