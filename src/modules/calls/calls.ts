import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Uuid } from '../../lib/ids.ts'
import { UserError } from '../../lib/user-error.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { SpeechSet } from '../../providers/speech/index.ts'
import { createLocalStorage, createS3, type Storage } from '../../providers/storage/index.ts'
import {
  type Carrier,
  type CarrierEars,
  type CarrierName,
  createElevenlabs,
  createSandbox,
  createTwilio,
  type Sandbox,
} from '../../providers/telephony/index.ts'
import { hearNews } from './news.ts'
import type { Answer, CallParts } from './parts.ts'
import { runCall } from './run.ts'

export interface Calls {
  parts: CallParts
  /** Also beside another carrier: calls can be simulated to it. */
  sandbox: Sandbox
  baseUrl: () => Promise<string>
  /** Ends what goes on in this process. */
  close(): Promise<void>
}

export type CallSettings = Pick<
  Config,
  | 'telephony'
  | 'sandboxSpeed'
  | 'twilioAccountSid'
  | 'twilioAuthToken'
  | 'twilioUrl'
  | 'elevenlabsKey'
  | 'elevenlabsWebhookSecret'
  | 'elevenlabsAgentId'
  | 'elevenlabsPhoneNumberId'
  | 'elevenlabsUrl'
  | 'dataDir'
  | 's3Url'
  | 's3Bucket'
  | 's3KeyId'
  | 's3SecretKey'
  | 's3Region'
>

export interface CallNeeds {
  db: Db
  log: Logger
  speech: SpeechSet
  /** The service's own: signs links and media streams. */
  secret: string
  baseUrl: () => Promise<string>
  answer: Answer
}

/** Whoever the settings name carries calls from now on; others stay known while their keys are, for what they carried. */
export function createCalls(config: CallSettings, needs: CallNeeds): Calls {
  const { db, log, baseUrl, secret, answer } = needs
  const stopping = new AbortController()
  const known: Partial<Record<CarrierName, Carrier>> = {}
  const talks = new Set<Promise<boolean>>()
  const earsOf = (name: CarrierName): CarrierEars => ({
    connected(callId, line, clock) {
      const talk = runCall(parts, callId, line, clock)
      talks.add(talk)
      return talk.finally(() => talks.delete(talk))
    },
    news: async (news) => void (await hearNews(parts, name, news)),
  })
  const sandbox = sandboxOf(config, needs, earsOf('sandbox'))
  known.sandbox = sandbox
  const twilio = twilioOf(config, { ...needs, ears: earsOf('twilio') })
  if (twilio) known.twilio = twilio
  const elevenlabs = elevenlabsOf(config)
  if (elevenlabs) known.elevenlabs = elevenlabs
  const active = config.telephony === 'none' ? undefined : (known[config.telephony] ?? missing(config))
  const isMute = active?.name === 'twilio' && !(needs.speech.voice && needs.speech.recogniser)
  if (isMute) log.warn({}, 'phone calls are off: the agent has no voice or does not understand speech here')
  const parts: CallParts = {
    db,
    log,
    carriers: { active: isMute ? undefined : active, named: (name) => known[name] },
    storage: storageOf(config, { secret, baseUrl }),
    answer,
    stopping: stopping.signal,
  }
  return {
    parts,
    sandbox,
    baseUrl,
    async close() {
      stopping.abort()
      await Promise.all(Object.values(known).map((carrier) => carrier.close()))
      // The last words are still written down, and need what is closed after this.
      await Promise.allSettled(talks)
    },
  }
}

function sandboxOf(
  { sandboxSpeed: speed }: CallSettings,
  { db, log, speech }: CallNeeds,
  ears: CarrierEars,
): Sandbox {
  const { voice, recogniser } = speech
  const onTrouble = (error: unknown) => log.error({ err: error }, 'a simulated call failed')
  return createSandbox({
    ears,
    speed,
    voice,
    recogniser,
    wishesFor: (agentId) => wishesFor(db, agentId),
    wordsOf: (callId) => wordsOf(db, callId),
    onTrouble,
  })
}

/** What the agent said since the customer last spoke. */
async function wordsOf(db: Db, callId: Uuid): Promise<string | undefined> {
  const row = await db.row<{ words: string | null }>(sql`
    select string_agg(m.content, ' ' order by m.created_at) as words
      from calls c join messages m on m.agent_id = c.agent_id and m.conversation_id = c.conversation_id
     where c.id = ${callId} and m.role = 'assistant'
       and m.created_at > coalesce((select max(u.created_at) from messages u
                                     where u.agent_id = c.agent_id and u.conversation_id = c.conversation_id
                                       and u.role = 'user'), '-infinity')`)
  return row?.words ?? undefined
}

/** What can be ordered by its name alone, what is best understood first. */
async function wishesFor(db: Db, agentId: Uuid): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select p.name from products p
     where p.agent_id = ${agentId} and p.is_active and p.archived_at is null and p.price_sen is not null
       and coalesce(p.on_hand - p.held, 1) > 0
       and not exists (select from variants v where v.agent_id = p.agent_id and v.product_id = p.id and v.removed_at is null)
     order by p.name ~* ${`^(?:(?:${SAYABLE})[\\s-]*)+$`} desc, p.name ~* ${`\\y(?:${SAYABLE})\\y`} desc,
              length(p.name), p.name limit ${MOST_WISHES}`)
  return rows.map(({ name }) => name)
}

const MOST_WISHES = 2
/** The simulated customer speaks English to an English ear: a name of such words is understood, others often are not. */
const SAYABLE =
  'iced?|hot|half|boiled|fried|grilled|orange|lemon|chocolate|coffee|tea|toast|eggs?|rice|chicken|juice|milk|cake|noodles?|soup|bread'

function twilioOf(
  { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioUrl: url }: CallSettings,
  { ears, baseUrl, secret, log }: CallNeeds & { ears: CarrierEars },
): Carrier | undefined {
  if (!accountSid || !authToken) return undefined
  const onTrouble = (error: unknown) => log.error({ err: error }, 'a media stream failed')
  return createTwilio({ accountSid, authToken, url, ears, baseUrl, secret, onTrouble })
}

function elevenlabsOf(config: CallSettings): Carrier | undefined {
  const { elevenlabsKey: apiKey, elevenlabsWebhookSecret: webhookSecret, elevenlabsUrl: url } = config
  const { elevenlabsAgentId: agentId, elevenlabsPhoneNumberId: phoneNumberId } = config
  if (!apiKey || !webhookSecret || !agentId || !phoneNumberId) return undefined
  return createElevenlabs({ apiKey, webhookSecret, agentId, phoneNumberId, url })
}

function storageOf(
  {
    dataDir,
    s3Url: url,
    s3Bucket: bucket,
    s3KeyId: keyId,
    s3SecretKey: secretKey,
    s3Region: region,
  }: CallSettings,
  { secret, baseUrl }: Pick<CallNeeds, 'secret' | 'baseUrl'>,
): Storage {
  if (!url) return createLocalStorage({ folder: join(dataDir, 'files'), secret, baseUrl })
  if (bucket && keyId && secretKey) return createS3({ url, bucket, keyId, secretKey, region })
  const needed = { ICEBOT_S3_BUCKET: bucket, ICEBOT_S3_KEY_ID: keyId, ICEBOT_S3_SECRET_KEY: secretKey }
  throw new UserError(`ICEBOT_S3_URL needs ${absent(needed)}: set them as docs/calls.md shows, or unset it.`)
}

function missing(config: CallSettings): never {
  const needed: Record<string, Record<string, string | undefined>> = {
    twilio: { TWILIO_ACCOUNT_SID: config.twilioAccountSid, TWILIO_AUTH_TOKEN: config.twilioAuthToken },
    elevenlabs: {
      ELEVENLABS_API_KEY: config.elevenlabsKey,
      ELEVENLABS_WEBHOOK_SECRET: config.elevenlabsWebhookSecret,
      ELEVENLABS_AGENT_ID: config.elevenlabsAgentId,
      ELEVENLABS_PHONE_NUMBER_ID: config.elevenlabsPhoneNumberId,
    },
  }
  throw new UserError(
    `ICEBOT_TELEPHONY=${config.telephony} needs ${absent(needed[config.telephony] ?? {})}: set them as docs/calls.md shows, or set ICEBOT_TELEPHONY=sandbox to try everything without a telephone.`,
  )
}

function absent(settings: Record<string, string | undefined>): string {
  return Object.entries(settings)
    .flatMap(([name, value]) => (value === undefined ? [name] : []))
    .join(' and ')
}
