import type { Command } from '../command.ts'
import { callCommands } from './calls.ts'
import { chatCommands } from './chat.ts'
import { contactCommands } from './contacts.ts'
import { keyCommands } from './keys.ts'
import { knowledgeCommands } from './knowledge.ts'
import { serviceCommands } from './service.ts'
import { speechCommands } from './speech.ts'
import { userCommands } from './users.ts'
import { webhookCommands } from './webhooks.ts'
import { workspaceCommands } from './workspaces.ts'

export const commands: Command[] = [
  ...chatCommands,
  ...workspaceCommands,
  ...keyCommands,
  ...userCommands,
  ...contactCommands,
  ...callCommands,
  ...knowledgeCommands,
  ...webhookCommands,
  ...serviceCommands,
  ...speechCommands,
]
