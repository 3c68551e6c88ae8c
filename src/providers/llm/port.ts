export type ModelKind = 'openai-compatible' | 'anthropic'

export interface Spoken {
  role: 'user' | 'assistant'
  content: string
}

/** Something the model may call. What `run` returns is told to the model as it is; it never throws. */
export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of its input. Only well-formed JSON is promised to `run`, not that it fits the schema. */
  schema: Record<string, unknown>
  run(input: unknown): Promise<string>
}

export interface ModelRequest {
  system: string
  /** Added to the system text for the last step. */
  lastStep?: string
  /** Begins with the user; nobody speaks twice in a row. */
  messages: Spoken[]
  tools?: ModelTool[]
  /** How often the model is asked at most: once, and again after each round of tool calls. */
  maxSteps: number
  /** Tokens of one step. */
  maxTokens: number
  /** For everything, retries included. */
  timeoutMs: number
  signal: AbortSignal
  /** Told the text of a step as far as it came, again and again. It begins anew with each step, and when one is asked again. */
  onText?: ((soFar: string) => void) | undefined
}

export interface Spent {
  inputTokens: number
  outputTokens: number
  /** Requests that were answered. */
  steps: number
}

/**
 * Why there is no answer. `busy`: too many requests, or overloaded. `refused`: the key, the model or the request is not
 * accepted, so trying again is of no use. `broken`: what came back makes no sense. `unfinished`: it called tools to the end.
 */
export type Failure = 'timed_out' | 'busy' | 'unreachable' | 'refused' | 'broken' | 'empty' | 'unfinished'

export type ModelAnswer = { spent: Spent } & (
  | { outcome: 'answered'; text: string }
  /** `detail` is for the log: it holds neither the key nor anything a customer wrote. */
  | { outcome: 'failed'; failure: Failure; detail: string }
)

/** A language model. Whatever happens to a request is a value; it does not throw. */
export interface LanguageModel {
  readonly kind: ModelKind
  readonly model: string
  ask(request: ModelRequest): Promise<ModelAnswer>
}

export interface ModelOptions {
  kind: ModelKind
  /** Up to and including the version, such as `https://api.openai.com/v1`. */
  url: string
  key?: string | undefined
  model: string
  /** How often one step is asked again after a passing failure. */
  retries?: number
  /** The first pause before asking again; the next ones double. */
  pauseMs?: number
}
