import { isAbsolute, resolve } from 'node:path'
import { parseAllowList } from './lib/addresses.ts'
import { UserError } from './lib/user-error.ts'

/** One setting: described once, here. The docs table and .env.example are generated from this list. */
interface Setting<Value, Fallback extends string | undefined> {
  name: string
  /** Written as the environment would write it; undefined when there is none. */
  fallback: Fallback
  about: string
  /** Throws an Error that completes the sentence "NAME …". */
  read: (text: string) => Value
  secret?: boolean
}

function setting<Value, Fallback extends string | undefined>(
  definition: Setting<Value, Fallback>,
): Setting<Value, Fallback> {
  return definition
}

export const settings = {
  port: setting({
    name: 'PORT',
    fallback: '3000',
    about: 'Port to listen on; 0 takes a free one.',
    read: integer(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    fallback: '127.0.0.1',
    about: 'Address to listen on. Containers set `0.0.0.0`.',
    read: (text) => text,
  }),
  baseUrl: setting({
    name: 'ICEBOT_BASE_URL',
    fallback: undefined,
    about: 'The address people reach the service at. Default: the address it listens on.',
    read: webAddress,
  }),
  widgetUrl: setting({
    name: 'ICEBOT_WIDGET_URL',
    fallback: undefined,
    about: 'The address websites load the chat widget from, when it is another than `ICEBOT_BASE_URL`.',
    read: webAddress,
  }),
  sdkUrl: setting({
    name: 'ICEBOT_SDK_URL',
    fallback: undefined,
    about: 'The address websites load the SDK from, when it is another than `ICEBOT_BASE_URL`.',
    read: webAddress,
  }),
  dataDir: setting({
    name: 'ICEBOT_DATA_DIR',
    fallback: './data',
    about: 'Folder of the embedded database, the generated secret and files.',
    read: (text) => (isAbsolute(text) ? text : resolve(text)),
  }),
  secret: setting({
    name: 'ICEBOT_SECRET',
    fallback: undefined,
    about:
      'For signing links and encrypting stored secrets. Generated once into the data folder; required with `DATABASE_URL`.',
    read: atLeast(8),
    secret: true,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    fallback: undefined,
    about: 'A PostgreSQL of your own, version 15 or newer, instead of the embedded one.',
    read: urlOf('postgres:', 'postgresql:'),
    secret: true,
  }),
  databasePool: setting({
    name: 'ICEBOT_DATABASE_POOL',
    fallback: '5',
    about:
      'Connections each process may hold to the database. More than two per core of its machine rarely help.',
    read: integer(1, 200),
  }),
  redisUrl: setting({
    name: 'REDIS_URL',
    fallback: undefined,
    about:
      'Redis or Valkey. Several processes need it to share request limits; without it limits are per process.',
    read: urlOf('redis:', 'rediss:'),
    secret: true,
  }),
  rateLimit: setting({
    name: 'ICEBOT_RATE_LIMIT',
    fallback: '120',
    about: 'Requests an API key may make in any 60 seconds.',
    read: integer(1, 1_000_000),
  }),
  payments: setting({
    name: 'ICEBOT_PAYMENTS',
    fallback: 'sandbox',
    about:
      'How customers pay: `sandbox` (a test page, no money moves), `stripe`, or `none` (orders carry no payment link).',
    read: oneOf('sandbox', 'stripe', 'none'),
  }),
  paymentWindowSeconds: setting({
    name: 'ICEBOT_PAYMENT_WINDOW_SECONDS',
    fallback: '1800',
    about: 'How long an order waits for its payment before it is cancelled. A workspace may set its own.',
    read: integer(1, 31_536_000),
  }),
  stripeSecretKey: setting({
    name: 'STRIPE_SECRET_KEY',
    fallback: undefined,
    about: 'The secret API key of the Stripe account; required with `ICEBOT_PAYMENTS=stripe`.',
    read: atLeast(8),
    secret: true,
  }),
  stripeWebhookSecret: setting({
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: undefined,
    about:
      'The signing secret of the Stripe webhook that points to `/api/payments/stripe`; required with `ICEBOT_PAYMENTS=stripe`.',
    read: atLeast(8),
    secret: true,
  }),
  stripeUrl: setting({
    name: 'STRIPE_API_URL',
    fallback: 'https://api.stripe.com',
    about: 'Where Stripe’s API answers; another address only for tests.',
    read: webAddress,
  }),
  messageCredits: setting({
    name: 'ICEBOT_MESSAGE_CREDITS',
    fallback: '1',
    about: 'Credits a reply of the agent costs the workspace.',
    read: integer(0, 1_000_000),
  }),
  burstMs: setting({
    name: 'ICEBOT_BURST_MS',
    fallback: '200',
    about:
      'How long the agent waits for more before it answers, so that messages sent in a row are answered once.',
    read: integer(0, 10_000),
  }),
  webhookRetrySeconds: setting({
    name: 'ICEBOT_WEBHOOK_RETRY_SECONDS',
    fallback: '60,300,1800,7200,21600',
    about: 'The pauses after failed attempts to deliver a webhook. After one more failure it is given up.',
    read: integers(0, 604_800, 20),
  }),
  webhookTimeoutMs: setting({
    name: 'ICEBOT_WEBHOOK_TIMEOUT_MS',
    fallback: '10000',
    about: 'How long a receiver of webhooks may take to answer.',
    read: integer(1, 20_000),
  }),
  webhookAllow: setting({
    name: 'ICEBOT_WEBHOOK_ALLOW',
    fallback: '',
    about:
      'Hosts, addresses or CIDR ranges webhooks may go to although they are private or internal, also over plain http: `127.0.0.1` for development. Separated by commas.',
    read: allowList,
  }),
  llm: setting({
    name: 'ICEBOT_LLM',
    fallback: 'builtin',
    about:
      'What the agent thinks with: `builtin` (rules, offline), `openai-compatible` (OpenAI, vLLM, Ollama and many more) or `anthropic`.',
    read: oneOf('builtin', 'openai-compatible', 'anthropic'),
  }),
  llmUrl: setting({
    name: 'ICEBOT_LLM_URL',
    fallback: undefined,
    about:
      'Where the language model answers, version included: `https://api.openai.com/v1`. Required with `ICEBOT_LLM=openai-compatible`.',
    read: webAddress,
  }),
  llmKey: setting({
    name: 'ICEBOT_LLM_KEY',
    fallback: undefined,
    about: 'The API key of the language model; required with `ICEBOT_LLM=anthropic`.',
    read: visible(5),
    secret: true,
  }),
  llmModel: setting({
    name: 'ICEBOT_LLM_MODEL',
    fallback: undefined,
    about:
      'The name of the language model, as its provider writes it; required unless the brain is built in.',
    read: (text) => text,
  }),
  stt: setting({
    name: 'ICEBOT_STT',
    fallback: 'moonshine',
    about:
      'What understands spoken words: `moonshine` (English, on this machine), `openai-compatible`, `deepgram`, `elevenlabs`, or `none`.',
    read: oneOf('moonshine', 'openai-compatible', 'deepgram', 'elevenlabs', 'none'),
  }),
  sttUrl: setting({
    name: 'ICEBOT_STT_URL',
    fallback: undefined,
    about:
      'Where it answers, version included: `https://api.openai.com/v1`. Required with `ICEBOT_STT=openai-compatible`; the others have an address of their own.',
    read: webAddress,
  }),
  sttKey: setting({
    name: 'ICEBOT_STT_KEY',
    fallback: undefined,
    about:
      'Its API key; required with `ICEBOT_STT=deepgram`, and with `elevenlabs` unless `ELEVENLABS_API_KEY` is set.',
    read: visible(5),
    secret: true,
  }),
  sttModel: setting({
    name: 'ICEBOT_STT_MODEL',
    fallback: undefined,
    about:
      'Its model; required with `ICEBOT_STT=openai-compatible`. Default: `nova-3` of Deepgram, `scribe_v2` of ElevenLabs.',
    read: (text) => text,
  }),
  tts: setting({
    name: 'ICEBOT_TTS',
    fallback: 'flite',
    about:
      'What speaks: `flite` (English, on this machine; Malay, Chinese and Tamil too where `espeak-ng` is installed), `openai-compatible`, `elevenlabs`, or `none`.',
    read: oneOf('flite', 'openai-compatible', 'elevenlabs', 'none'),
  }),
  ttsUrl: setting({
    name: 'ICEBOT_TTS_URL',
    fallback: undefined,
    about:
      'Where it answers, version included: `https://api.openai.com/v1`. Required with `ICEBOT_TTS=openai-compatible`; ElevenLabs has an address of its own.',
    read: webAddress,
  }),
  ttsKey: setting({
    name: 'ICEBOT_TTS_KEY',
    fallback: undefined,
    about: 'Its API key; required with `ICEBOT_TTS=elevenlabs` unless `ELEVENLABS_API_KEY` is set.',
    read: visible(5),
    secret: true,
  }),
  ttsModel: setting({
    name: 'ICEBOT_TTS_MODEL',
    fallback: undefined,
    about:
      'Its model; required with `ICEBOT_TTS=openai-compatible`. Default: `eleven_flash_v2_5` of ElevenLabs.',
    read: (text) => text,
  }),
  ttsVoice: setting({
    name: 'ICEBOT_TTS_VOICE',
    fallback: undefined,
    about:
      'The name or id of the voice: `slt` (the default), `awb`, `rms`, `kal16` or `kal` of flite, `alloy` and others of OpenAI; required with `ICEBOT_TTS=elevenlabs`.',
    read: word(100),
  }),
  elevenlabsKey: setting({
    name: 'ELEVENLABS_API_KEY',
    fallback: undefined,
    about: 'The API key of ElevenLabs, where no other one is set for what uses it.',
    read: visible(5),
    secret: true,
  }),
  elevenlabsUrl: setting({
    name: 'ELEVENLABS_API_URL',
    fallback: 'https://api.elevenlabs.io',
    about: 'Where ElevenLabs’ API for calls answers; another address only for tests and its other regions.',
    read: webAddress,
  }),
  elevenlabsWebhookSecret: setting({
    name: 'ELEVENLABS_WEBHOOK_SECRET',
    fallback: undefined,
    about:
      'The signing secret of the ElevenLabs webhook that points to `/api/telephony/elevenlabs/post-call`; required with `ICEBOT_TELEPHONY=elevenlabs`.',
    read: atLeast(8),
    secret: true,
  }),
  elevenlabsAgentId: setting({
    name: 'ELEVENLABS_AGENT_ID',
    fallback: undefined,
    about: 'The agent at ElevenLabs that speaks; required with `ICEBOT_TELEPHONY=elevenlabs`.',
    read: word(100),
  }),
  elevenlabsPhoneNumberId: setting({
    name: 'ELEVENLABS_PHONE_NUMBER_ID',
    fallback: undefined,
    about:
      'The phone number, as ElevenLabs names it, that it rings from; required with `ICEBOT_TELEPHONY=elevenlabs`.',
    read: word(100),
  }),
  telephony: setting({
    name: 'ICEBOT_TELEPHONY',
    fallback: 'sandbox',
    about:
      'Who carries phone calls: `sandbox` (rings nobody; the number’s last digits choose the outcome), `twilio`, `elevenlabs`, or `none`.',
    read: oneOf('sandbox', 'twilio', 'elevenlabs', 'none'),
  }),
  sandboxSpeed: setting({
    name: 'ICEBOT_SANDBOX_SPEED',
    fallback: '1',
    about:
      'How many times faster than real calls those of the sandbox go by; their length and price stay the same.',
    read: decimal(0.1, 1_000),
  }),
  twilioAccountSid: setting({
    name: 'TWILIO_ACCOUNT_SID',
    fallback: undefined,
    about:
      'The Twilio account; required with `ICEBOT_TELEPHONY=twilio`. With it payment links of orders taken on the phone are sent as texts.',
    read: word(100),
  }),
  twilioAuthToken: setting({
    name: 'TWILIO_AUTH_TOKEN',
    fallback: undefined,
    about: 'The auth token of the Twilio account; required with `ICEBOT_TELEPHONY=twilio`.',
    read: visible(8),
    secret: true,
  }),
  twilioUrl: setting({
    name: 'TWILIO_API_URL',
    fallback: 'https://api.twilio.com',
    about: 'Where Twilio’s API answers; another address only for tests and its other regions.',
    read: webAddress,
  }),
  s3Url: setting({
    name: 'ICEBOT_S3_URL',
    fallback: undefined,
    about:
      'An S3-compatible storage for recordings: `https://s3.ap-southeast-5.amazonaws.com`. Without it they lie in the data folder.',
    read: webAddress,
  }),
  s3Bucket: setting({
    name: 'ICEBOT_S3_BUCKET',
    fallback: undefined,
    about: 'The bucket; required with `ICEBOT_S3_URL`.',
    read: word(100),
  }),
  s3KeyId: setting({
    name: 'ICEBOT_S3_KEY_ID',
    fallback: undefined,
    about: 'The id of the access key; required with `ICEBOT_S3_URL`.',
    read: visible(3),
  }),
  s3SecretKey: setting({
    name: 'ICEBOT_S3_SECRET_KEY',
    fallback: undefined,
    about: 'The secret access key; required with `ICEBOT_S3_URL`.',
    read: visible(8),
    secret: true,
  }),
  s3Region: setting({
    name: 'ICEBOT_S3_REGION',
    fallback: 'us-east-1',
    about: 'The region of the bucket.',
    read: word(100),
  }),
  smtpUrl: setting({
    name: 'SMTP_URL',
    fallback: undefined,
    about:
      'The mail server that tells the team when a person is needed: `smtp://user:password@host:587` (STARTTLS) or `smtps://…`. Without it alerts are in the dashboard only.',
    read: mailServer,
    secret: true,
  }),
  mailFrom: setting({
    name: 'ICEBOT_MAIL_FROM',
    fallback: undefined,
    about:
      'Whom such mail comes from: `shop@example.com` or `Shop <shop@example.com>`. Default: `icebot@` the host of `ICEBOT_BASE_URL`.',
    read: sender,
  }),
  metricsToken: setting({
    name: 'ICEBOT_METRICS_TOKEN',
    fallback: undefined,
    about: 'Bearer token that opens `/metrics`; without it there is no `/metrics`.',
    read: atLeast(8),
    secret: true,
  }),
  trustProxy: setting({
    name: 'ICEBOT_TRUST_PROXY',
    fallback: 'off',
    about:
      '`on` behind a reverse proxy that sets `X-Forwarded-For`; the client address is then read from it.',
    read: onOrOff,
  }),
  logLevel: setting({
    name: 'ICEBOT_LOG_LEVEL',
    fallback: 'info',
    about: 'How much to log: `debug`, `info`, `warn`, `error` or `silent`.',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
}

type Settings = typeof settings
type ValueOf<S> = S extends { fallback: string; read: (text: string) => infer Value }
  ? Value
  : S extends { read: (text: string) => infer Value }
    ? Value | undefined
    : never
export type Config = { [Name in keyof Settings]: ValueOf<Settings[Name]> } & {
  /** Names of our own that no setting has: most likely a typing error. */
  unknown: string[]
}

/** Reads every setting and refuses with every fault at once. The only reader of the environment. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, { name, fallback, read, secret }] of Object.entries(settings)) {
    const given = env[name]?.trim() || undefined
    const text = given ?? fallback
    try {
      values[key] = text === undefined ? undefined : (read as (text: string) => unknown)(text)
    } catch (error) {
      const shown = secret ? '' : `, not "${text}"`
      faults.push(`${name} ${(error as Error).message}${shown}.`)
    }
  }
  if (faults.length > 0) {
    throw new UserError(
      `${faults.join('\n')}\nChange or remove ${faults.length === 1 ? 'it' : 'them'} in the environment or .env; docs/configuration.md lists every setting.`,
    )
  }
  const names = new Set(Object.values(settings).map(({ name }) => name))
  values.unknown = Object.keys(env).filter((name) => name.startsWith('ICEBOT_') && !names.has(name))
  return values as Config
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
}

function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new Error(`must be a number from ${min} to ${max}`)
  }
}

function integers(min: number, max: number, most: number): (text: string) => number[] {
  const one = integer(min, max)
  return (text) => {
    const words = text.split(',').map((word) => word.trim())
    try {
      if (words.length <= most) return words.map(one)
    } catch {}
    throw new Error(`must be up to ${most} whole numbers from ${min} to ${max}, separated by commas`)
  }
}

function oneOf<Word extends string>(...words: Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    if (word !== undefined) return word
    throw new Error(`must be one of ${words.join(', ')}`)
  }
}

function onOrOff(text: string): boolean {
  const words: Record<string, boolean> = {
    on: true,
    true: true,
    '1': true,
    off: false,
    false: false,
    '0': false,
  }
  const value = words[text.toLowerCase()]
  if (value !== undefined) return value
  throw new Error('must be on or off')
}

function atLeast(length: number): (text: string) => string {
  return (text) => {
    if (text.length >= length) return text
    throw new Error(`must have at least ${length} characters`)
  }
}

/** What can be sent in a header. */
function visible(length: number): (text: string) => string {
  return (text) => {
    if (text.length >= length && /^[!-~]+$/.test(text)) return text
    throw new Error(`must have at least ${length} characters, no spaces and nothing but ASCII`)
  }
}

/** One word that can stand in an address. */
function word(longest: number): (text: string) => string {
  return (text) => {
    if (text.length <= longest && /^[\w.:-]+$/.test(text)) return text
    throw new Error(
      `must be one word of at most ${longest} letters, digits, dots, colons, dashes and underscores`,
    )
  }
}

function urlOf(...protocols: string[]): (text: string) => string {
  return (text) => {
    // A unix socket is written `postgres:///name?host=/folder`, which needs no host part.
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
    throw new Error(
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
  }
}

function allowList(text: string): string {
  parseAllowList(text)
  return text
}

function mailServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '') return text
  throw new Error('must be an address that starts with smtp:// or smtps:// and names a host')
}

function sender(text: string): string {
  if (/^(?:[^<>@\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)) return text
  throw new Error('must be an email address such as shop@example.com or Shop <shop@example.com>')
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username) {
    return text.replace(/\/+$/, '')
  }
  throw new Error('must be a web address such as https://shop.example.com')
}
