import type { ToolSet } from 'ai'
import { faultOf, TooLong } from './fault.ts'
import { patient } from './patience.ts'
import type {
  Failure,
  LanguageModel,
  ModelAnswer,
  ModelOptions,
  ModelRequest,
  ModelTool,
  Spent,
} from './port.ts'

const RETRIES = 3
const PAUSE_MS = 400
const MOST_BYTES = 4 * 1024 * 1024

/** Any model the AI SDK speaks to. Its packages are loaded with the first request. */
export function createLanguageModel(options: ModelOptions): LanguageModel {
  let loading: ReturnType<typeof load> | undefined
  return {
    kind: options.kind,
    model: options.model,
    async ask(request) {
      loading ??= load(options)
      return ask(await loading, options, request)
    },
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

async function load({ kind, url, key, model }: ModelOptions) {
  const sdk = await import('ai')
  // It would write its advice to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // Given in full: what is left out, it would take from the environment.
    return { sdk, model: createAnthropic({ baseURL: url, apiKey: key ?? '', fetch: careful })(model) }
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: url,
    ...(key === undefined ? {} : { apiKey: key }),
    includeUsage: true,
    fetch: careful,
    ...(new URL(url).hostname === 'api.openai.com' ? { transformRequestBody: renameLimit } : {}),
  })
  return { sdk, model: provider(model) }
}

async function ask(loaded: Loaded, options: ModelOptions, request: ModelRequest): Promise<ModelAnswer> {
  const spent: Spent = { inputTokens: 0, outputTokens: 0, steps: 0 }
  const failed = (failure: Failure, detail: string): ModelAnswer => ({
    outcome: 'failed',
    failure,
    detail,
    spent,
  })
  const stop = new AbortController()
  const abort = () => stop.abort()
  const timer = setTimeout(abort, request.timeoutMs)
  request.signal.addEventListener('abort', abort)
  if (request.signal.aborted) abort()
  try {
    const listening = listen(loaded, options, request, stop.signal, spent)
    // A tool that hangs does not listen to the signal.
    const heard = await Promise.race([listening, stopped(stop.signal)])
    if (heard === undefined) return failed('timed_out', `no answer within ${request.timeoutMs} ms`)
    if (heard.isUnfinished) return failed('unfinished', `it still called tools after ${spent.steps} steps`)
    if (heard.text.trim() === '') return failed('empty', `it said nothing in ${spent.steps} steps`)
    return { outcome: 'answered', text: heard.text, spent }
  } catch (error) {
    if (stop.signal.aborted) return failed('timed_out', `no answer within ${request.timeoutMs} ms`)
    const { failure, detail } = faultOf(error, options.key)
    return failed(failure, detail)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', abort)
  }
}

interface Listened {
  text: string
  isUnfinished: boolean
}

/** The words of the last step that had any: many models speak while they call a tool and have nothing to add afterwards. */
async function listen(
  { sdk, model }: Loaded,
  { key, retries = RETRIES, pauseMs = PAUSE_MS }: ModelOptions,
  { system, lastStep, messages, tools, maxSteps, maxTokens, timeoutMs, onText }: ModelRequest,
  signal: AbortSignal,
  spent: Spent,
): Promise<Listened | undefined> {
  const until = performance.now() + timeoutMs
  const { fullStream } = sdk.streamText({
    model: sdk.wrapLanguageModel({
      model,
      middleware: patient({ key, retries, pauseMs, until, signal, onText }),
    }),
    system,
    messages,
    tools: toolSet(sdk, tools ?? []),
    stopWhen: sdk.stepCountIs(maxSteps),
    prepareStep: ({ stepNumber }) =>
      lastStep !== undefined && stepNumber === maxSteps - 1 ? { system: `${system}\n\n${lastStep}` } : {},
    maxOutputTokens: maxTokens,
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
    // It would print the error, and with it the whole request.
    onError() {},
  })
  const heard: Listened = { text: '', isUnfinished: false }
  let step = ''
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    else if (part.type === 'abort') return undefined
    else if (part.type === 'start-step') {
      step = ''
      heard.isUnfinished = false
    } else if (part.type === 'text-delta') step += part.text
    else if (part.type === 'tool-call') heard.isUnfinished = true
    else if (part.type === 'finish-step') {
      if (step.trim() !== '') heard.text = step
      spent.steps++
      spent.inputTokens += part.usage.inputTokens ?? 0
      spent.outputTokens += part.usage.outputTokens ?? 0
    }
  }
  return heard
}

/** Without a prototype: a model may call a tool `constructor`. */
function toolSet({ jsonSchema, tool }: Loaded['sdk'], tools: ModelTool[]): ToolSet {
  const set: ToolSet = Object.create(null)
  for (const { name, description, schema, run } of tools) {
    set[name] = tool({
      description,
      inputSchema: jsonSchema(schema),
      execute: run,
      toModelOutput: ({ output }) => ({ type: 'text', value: output as string }),
    })
  }
  return set
}

function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined))
  })
}

/** Follows no redirect, for the key would go along, and reads no answer without end. */
async function careful(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(bounded(response.body), { status, statusText, headers })
}

/** Not a TransformStream: three streams in place of one, for every answer. */
function bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      bytes += value.length
      if (bytes > MOST_BYTES) {
        void reader.cancel().catch(() => {})
        throw new TooLong()
      }
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** OpenAI's newer models refuse the old name, and its older ones know the new one. */
function renameLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens }
}
