import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { UserError } from '../../lib/user-error.ts'
import { configuredModel, createBrain } from './choose.ts'

describe('the brain the settings ask for', () => {
  it('is the built-in one unless they say otherwise', () => {
    expect(configuredModel(readConfig({}))).toBeUndefined()
    expect(createBrain(readConfig({})).think).toBeTypeOf('function')
  })

  it.each([
    [
      {
        ICEBOT_LLM: 'openai-compatible',
        ICEBOT_LLM_URL: 'http://127.0.0.1:11434/v1',
        ICEBOT_LLM_MODEL: 'qwen3',
      },
    ],
    [{ ICEBOT_LLM: 'anthropic', ICEBOT_LLM_KEY: 'sk-ant-12345', ICEBOT_LLM_MODEL: 'claude-sonnet-4-5' }],
  ])('is a language model: %j', (env) => {
    const { ICEBOT_LLM: kind, ICEBOT_LLM_MODEL: model } = env
    expect(configuredModel(readConfig(env))).toMatchObject({ kind, model })
    expect(createBrain(readConfig(env)).think).toBeTypeOf('function')
  })

  it.each([
    [{ ICEBOT_LLM: 'openai-compatible' }, 'needs ICEBOT_LLM_URL and ICEBOT_LLM_MODEL: set them'],
    [{ ICEBOT_LLM: 'openai-compatible', ICEBOT_LLM_MODEL: 'm' }, 'needs ICEBOT_LLM_URL: set it'],
    [{ ICEBOT_LLM: 'anthropic', ICEBOT_LLM_MODEL: 'm' }, 'needs ICEBOT_LLM_KEY: set it'],
    [{ ICEBOT_LLM: 'anthropic' }, 'needs ICEBOT_LLM_KEY and ICEBOT_LLM_MODEL: set them'],
  ])('is refused before anything starts when they do not say enough: %j', (env, sentence) => {
    expect(() => createBrain(readConfig(env))).toThrow(UserError)
    expect(() => createBrain(readConfig(env))).toThrow(sentence)
  })

  it.each(['sk-with space', 'sk-ключ-12345', 'abc'])(
    'a key that cannot be sent is refused unseen: %s',
    (key) => {
      expect(() => readConfig({ ICEBOT_LLM_KEY: key })).toThrow(
        /^ICEBOT_LLM_KEY must have at least 5 characters/,
      )
      expect(() => readConfig({ ICEBOT_LLM_KEY: key })).not.toThrow(key)
    },
  )
})
