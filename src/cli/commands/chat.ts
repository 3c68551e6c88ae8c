import { createInterface } from 'node:readline/promises'
import { listeningOf } from '../../app.ts'
import { newId } from '../../lib/ids.ts'
import { system } from '../../modules/audit/index.ts'
import { createBrain, hear, replyTo, type ToolUse } from '../../modules/brain/index.ts'
import { createLog } from '../../platform/log.ts'
import { rememberedAddress } from '../base-url.ts'
import type { Command, Environment } from '../command.ts'
import * as is from '../readers.ts'
import { theAgent } from './find.ts'

const LONGEST_RESULT = 160

export const chatCommands: Command[] = [
  {
    name: 'chat',
    about: 'Talk to an agent here and now, and see what it does; Ctrl-D ends it',
    flags: {
      agent: is.required(is.text, 'ID'),
      name: is.optional(is.text, 'NAME'),
      phone: is.optional(is.phone, 'PHONE'),
    },
    run: async (environment, { flags }) => {
      const agent = await theAgent(environment.db, flags.agent)
      const listening = ears(environment)
      const context = {
        db: environment.db,
        workspaceId: agent.workspace_id,
        agentId: agent.id,
        actor: system,
      }
      const customer = {
        channel: 'terminal',
        external_user_id: newId(),
        name: flags.name,
        phone: flags.phone,
      }
      const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'you> ' })
      let conversationId: string | null = null
      say(`${agent.name}> ${agent.welcome}`)
      lines.prompt()
      for await (const text of lines) {
        if (text.trim() !== '') {
          const heard = await hear(listening, context, { ...customer, text: text.slice(0, 100_000) })
          conversationId = heard.conversation.id
          const replies = await replyTo(listening, heard, showTool)
          for (const { content } of replies) say(`${agent.name}> ${content}`)
          if (replies.length === 0) say('(a person of the team answers from here on)')
        }
        lines.prompt()
      }
      return { json: { conversation_id: conversationId }, text: '' }
    },
  },
]

/** One customer sits at the terminal and presses Enter when they are done: there is no burst to wait for. */
function ears({ config, db }: Environment) {
  const parts = {
    config: { ...config, burstMs: 0 },
    db,
    log: createLog('error', (text) => void process.stderr.write(text), true),
    brain: createBrain(config),
    baseUrl: () => rememberedAddress(db, config),
  }
  return listeningOf(parts)
}

function showTool({ tool, input, result }: ToolUse): void {
  if (result === undefined) return
  const shown = JSON.stringify(result)
  const short = shown.length <= LONGEST_RESULT ? shown : `${shown.slice(0, LONGEST_RESULT)}…`
  say(`  · ${tool} ${JSON.stringify(input)} → ${short}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
