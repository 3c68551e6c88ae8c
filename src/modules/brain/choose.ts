import type { Config } from '../../config.ts'
import { UserError } from '../../lib/user-error.ts'
import { createLanguageModel, type LanguageModel } from '../../providers/llm/index.ts'
import type { Brain } from './brain.ts'
import { createBuiltinBrain } from './builtin/index.ts'
import { createModelBrain } from './llm/index.ts'

type BrainSettings = Pick<Config, 'llm' | 'llmUrl' | 'llmKey' | 'llmModel'>

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** The brain the settings ask for; refuses before anything starts when they do not say enough. */
export function createBrain(config: BrainSettings): Brain {
  const model = configuredModel(config)
  return model ? createModelBrain({ model }) : createBuiltinBrain()
}

/** Undefined with the built-in brain. */
export function configuredModel({
  llm: kind,
  llmUrl,
  llmKey: key,
  llmModel: model,
}: BrainSettings): LanguageModel | undefined {
  if (kind === 'builtin') return undefined
  const url = kind === 'anthropic' ? anthropicUrl(llmUrl) : llmUrl
  const missing = [
    ...(url === undefined ? ['ICEBOT_LLM_URL'] : []),
    ...(kind === 'anthropic' && key === undefined ? ['ICEBOT_LLM_KEY'] : []),
    ...(model === undefined ? ['ICEBOT_LLM_MODEL'] : []),
  ]
  if (url === undefined || model === undefined || missing.length > 0) throw notEnough(kind, missing)
  return createLanguageModel({ kind, url, key, model })
}

/** Given without a path, it is the address of the service as its own documentation writes it. */
function anthropicUrl(url: string | undefined): string {
  if (url === undefined) return ANTHROPIC_URL
  return new URL(url).pathname === '/' ? `${url}/v1` : url
}

function notEnough(kind: string, missing: string[]): UserError {
  return new UserError(
    `ICEBOT_LLM=${kind} needs ${missing.join(' and ')}: set ${missing.length > 1 ? 'them' : 'it'} as docs/agent.md shows, or set ICEBOT_LLM=builtin to go without a language model.`,
  )
}
