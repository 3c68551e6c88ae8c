import {
  type AgentLanguage,
  agentLanguages,
  agentsOf,
  createAgent,
  lookSchema,
  snippetOf,
  updateAgent,
} from '../../modules/agents/index.ts'
import { auditPage, system } from '../../modules/audit/index.ts'
import { allWorkspaces, createWorkspace, updateWorkspace } from '../../modules/workspaces/index.ts'
import { rememberedAddress } from '../base-url.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { missing, theAgent, theWorkspace } from './find.ts'

const MAX_CREDITS = 1_000_000_000
const MAX_WINDOW_SECONDS = 30 * 86_400

const workspaceFlags = {
  plan: is.optional(is.oneOf('free', 'paid'), 'free|paid'),
  verified: is.onOff,
  credits: is.optional(is.integer(0, MAX_CREDITS), 'N'),
  'outbound-number': is.optional(is.phoneOrNone, 'E164|none'),
  'payment-window-seconds': is.optional(is.integer(1, MAX_WINDOW_SECONDS), 'N'),
}

const agentFlags = {
  voice: is.onOff,
  welcome: is.optional(is.longText, 'TEXT'),
  'allowed-domain': is.repeated(is.domain, 'DOMAIN'),
  persona: is.optional(is.longText, 'TEXT'),
  hours: is.optional(is.hours, "'mon-fri 08:00-18:00, sat closed'"),
  'time-zone': is.optional(is.timeZone, 'Asia/Kuala_Lumpur'),
  language: is.repeated(is.oneOf(...agentLanguages), agentLanguages.join('|')),
  accent: is.optional(is.of(lookSchema.shape.accent), "'#0f766e'"),
  theme: is.optional(is.of(lookSchema.shape.theme), 'auto|light|dark'),
  side: is.optional(is.of(lookSchema.shape.side), 'right|left'),
  suggestion: is.repeated(is.of(lookSchema.shape.suggestions.element), 'TEXT'),
}

export const workspaceCommands: Command[] = [
  {
    name: 'workspace create',
    about: 'Create a workspace: one business with its agents, people and credits',
    flags: { name: is.required(is.text, 'NAME'), ...workspaceFlags },
    run: async ({ db }, { flags }) => ({ json: await createWorkspace(db, system, workspaceFields(flags)) }),
  },
  {
    name: 'workspace update',
    about: 'Change a workspace; what is not named stays as it is',
    takes: ['ID'],
    flags: { name: is.optional(is.text, 'NAME'), ...workspaceFlags },
    run: async ({ db }, { words: [id = ''], flags }) => {
      const { id: known } = await theWorkspace(db, id)
      return {
        json: (await updateWorkspace(db, system, known, workspaceFields(flags))) ?? missing('workspace', id),
      }
    },
  },
  {
    name: 'workspace list',
    about: 'List the workspaces',
    run: async ({ db }) => ({ json: await allWorkspaces(db) }),
  },
  {
    name: 'agent create',
    about: 'Create an agent: the one who talks to the customers',
    flags: { workspace: is.required(is.text, 'ID'), name: is.required(is.text, 'NAME'), ...agentFlags },
    run: async ({ db }, { flags }) => {
      const { id } = await theWorkspace(db, flags.workspace)
      return { json: await createAgent(db, system, id, { ...agentFields(flags), name: flags.name }) }
    },
  },
  {
    name: 'agent update',
    about: 'Change an agent; what is not named stays as it is',
    takes: ['ID'],
    flags: { name: is.optional(is.text, 'NAME'), ...agentFlags },
    run: async ({ db }, { words: [id = ''], flags }) => {
      const { id: known } = await theAgent(db, id)
      return { json: (await updateAgent(db, system, known, agentFields(flags))) ?? missing('agent', id) }
    },
  },
  {
    name: 'agent snippet',
    about: 'Show the line that puts an agent’s chat on a website',
    takes: ['ID'],
    run: async ({ db, config }, { words: [id = ''] }) => {
      const agent = await theAgent(db, id)
      const host = config.widgetUrl ?? (await rememberedAddress(db, config))
      const snippet = snippetOf(host, agent.id)
      const domains = agent.allowed_domains
      const hint =
        domains.length > 0
          ? `It works on: ${domains.join(', ')}`
          : `No domain is allowed yet, so it works nowhere: agent update ${agent.id} --allowed-domain shop.example.com`
      return { json: { snippet, allowed_domains: domains }, text: `${snippet}\n\n${hint}\n` }
    },
  },
  {
    name: 'agent list',
    about: 'List the agents of a workspace',
    flags: { workspace: is.required(is.text, 'ID') },
    run: async ({ db }, { flags }) => ({
      json: await agentsOf(db, (await theWorkspace(db, flags.workspace)).id),
    }),
  },
  {
    name: 'audit list',
    about: 'List what was done in a workspace and by whom, newest first',
    flags: { workspace: is.required(is.text, 'ID'), limit: is.optional(is.integer(1, 1_000), 'N') },
    run: async ({ db }, { flags }) => {
      const { id } = await theWorkspace(db, flags.workspace)
      const { data } = await auditPage(db, id, { limit: flags.limit ?? 50 })
      return { json: data }
    },
  },
]

// biome-ignore lint/suspicious/noExplicitAny: a flag's value has the type its reader gave it
function workspaceFields(flags: Record<string, any>) {
  return {
    name: flags.name,
    plan: flags.plan,
    verified: flags.verified,
    credits: flags.credits,
    outboundNumber: flags['outbound-number'],
    paymentWindowSeconds: flags['payment-window-seconds'],
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function agentFields(flags: Record<string, any>) {
  return {
    name: flags.name,
    voice: flags.voice,
    welcome: flags.welcome,
    allowedDomains: cleared(flags['allowed-domain']),
    persona: flags.persona,
    openingHours: flags.hours,
    timeZone: flags['time-zone'],
    languages: flags.language && [...new Set<AgentLanguage>(flags.language)],
    look: given({
      accent: flags.accent,
      theme: flags.theme,
      side: flags.side,
      suggestions: cleared(flags.suggestion),
    }),
  }
}

/** A list cannot be written empty on a command line, so its one word `none` stands for that. */
function cleared(words: string[] | undefined): string[] | undefined {
  return words?.length === 1 && words[0] === 'none' ? [] : words
}

/** Undefined when there is nothing in it. */
function given(fields: Record<string, unknown>) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return present.length > 0 ? Object.fromEntries(present) : undefined
}
