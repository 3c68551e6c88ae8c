import { Caller } from '../caller.js'
import { median, quantile } from '../measure.js'

const WANTED_P50_MS = 700
const WANTED_OWN_MS = 60
const TALKS_AT_ONCE = 10
const PRODUCTS = ['Iced Coffee', 'Hot Tea', 'Chicken Rice', 'Toast', 'Orange Juice', 'Fried Noodles']
/** What callers say, over and over; the answers of the built-in brain are short and long. */
const SENTENCES = [
  'What time do you open?',
  'How much is the chicken rice?',
  'I would like one orange juice please.',
  'Do you have hot tea?',
  'And one toast.',
  'How much is it altogether?',
]

/** Whole talks: how long a caller waits for the first sound of an answer, and what of it is ours. */
export async function voice(world, { voice: { turns, seconds }, say }) {
  const stage = await openStage(world, say)
  if (!stage) return []
  try {
    say(`${turns} turns with embedded speech`)
    const real = await conversation(stage, stage.embedded, turns)
    const fewer = Math.ceil(turns / 4)
    say(`${fewer} turns with speech that takes no time`)
    const instant = await conversation(stage, instantSpeech(), fewer)
    say(`${TALKS_AT_ONCE} talks at once for ${seconds} s`)
    const crowd = await manyAtOnce(stage, seconds)
    return [answerResult(real), ownResult(instant), crowdResult(crowd)]
  } finally {
    await stage.embedded.close()
  }
}

async function openStage(world, say) {
  const { createSpeech } = await import('../../dist/providers/speech/index.js')
  const { readConfig } = await import('../../dist/config.js')
  const { listeningOf } = await import('../../dist/app.js')
  const { createBrain } = await import('../../dist/modules/brain/index.js')
  const { openConversation } = await import('../../dist/modules/conversations/index.js')
  const { syncProducts, catalogueSchema } = await import('../../dist/modules/catalogue/index.js')
  const { createAnswering, createClock, talk } = await import('../../dist/modules/voice/index.js')
  const config = readConfig({})
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const embedded = createSpeech(config, log)
  if (!embedded.recogniser) {
    say(embedded.off[0])
    return undefined
  }
  const shop = await world.openShop()
  const actor = { kind: 'system', id: null }
  const context = { db: world.db, workspaceId: shop.workspace.id, agentId: shop.agent.id, actor }
  const products = PRODUCTS.map((name, i) => ({ external_id: `p${i}`, name, price: i + 2.5 }))
  await syncProducts(context, catalogueSchema.productsBody.parse({ source: 'api', products }))
  const listening = listeningOf({
    config,
    db: world.db,
    brain: createBrain(config),
    log,
    baseUrl: async () => 'http://localhost',
  })
  const clips = new Map()
  for (const sentence of SENTENCES) clips.set(sentence, await spokenBy(embedded.voice, sentence))
  let people = 0

  /** A caller and the talk they are in; events carry the moment they came. */
  async function call(speech) {
    const person = `bench-${people++}`
    const { id } = await openConversation(context, { channel: 'voice', external_user_id: person })
    const clock = createClock()
    const caller = new Caller(clock)
    const events = []
    const end = talk(
      { speech, answering: createAnswering(listening, context), log },
      {
        conversationId: id,
        agentName: 'Aina',
        shopName: 'Kopi Seri',
        line: caller.line,
        clock,
        carrier: 'phone',
        greeting: 'Hello, how can I help you?',
        language: 'en',
        isRecorded: false,
        keepsSound: false,
        maxSeconds: 3_600,
        signal: new AbortController().signal,
        on: (event) => events.push({ ...event, at: clock.now() }),
      },
    )
    return { caller, events, end, clock }
  }

  return { embedded, call, clipOf: (sentence) => clips.get(sentence) }
}

async function spokenBy(voice, text) {
  const samples = []
  for await (const part of voice.speak(text, { language: 'en' })) samples.push(...part)
  // Up to the last sound, from where a caller's waiting counts.
  let end = samples.length
  while (end > 0 && Math.abs(samples[end - 1]) < 300) end--
  return Int16Array.from(samples.slice(0, end))
}

async function conversation({ call, clipOf }, speech, turns) {
  const { caller, events, end } = await call(speech)
  await caller.quiet(1_500)
  const took = []
  for (let i = 0; took.length < turns; i++) {
    const sentence = SENTENCES[i % SENTENCES.length]
    speech.expect?.(sentence)
    const before = events.length
    const ended = await caller.say(clipOf(sentence))
    const first = await caller.answer(ended)
    if (first === undefined) throw new Error(`no answer to "${sentence}"`)
    const at = (kind) => events.slice(before).find((event) => event.kind === kind)?.at ?? first
    took.push({
      all: first - ended,
      understood: at('heard') - ended,
      thought: at('reply') - at('heard'),
      spoke: first - at('reply'),
    })
    await caller.quiet()
  }
  caller.hangUp()
  await end
  return took
}

/** Understands what it is told to, speaks a tone, and takes no time for either; who speaks is judged by loudness. */
function instantSpeech() {
  const script = []
  return {
    expect: (sentence) => script.push(sentence),
    recogniser: {
      name: 'instant',
      knows: () => true,
      transcribe: async (audio) => (audio.some((sample) => sample !== 0) ? (script[0] ?? 'hello') : ''),
      close: async () => {},
    },
    voice: {
      name: 'instant',
      knows: () => true,
      async *speak(text) {
        script.length = 0
        yield new Int16Array(16 * Math.min(1_500, 30 * text.length)).fill(1_000)
      },
      close: async () => {},
    },
    createVad: () => ({
      feed: async (frame) => (frame.some((sample) => Math.abs(sample) > 300) ? 0.95 : 0.02),
      reset() {},
    }),
    off: [],
    close: async () => {},
  }
}

/** Recognition takes no time, as with a remote one; noticing who speaks and speaking are the machine's own. */
async function manyAtOnce({ call, clipOf, embedded }, seconds) {
  const instant = instantSpeech()
  const speech = { ...embedded, recogniser: { ...instant.recogniser, transcribe: async () => SENTENCES[0] } }
  const talks = await Promise.all(Array.from({ length: TALKS_AT_ONCE }, () => call(speech)))
  const waits = []
  await Promise.all(
    talks.map(async ({ caller, clock }) => {
      const until = clock.now() + seconds * 1_000
      await caller.quiet(1_500)
      while (clock.now() < until) {
        const ended = await caller.say(clipOf(SENTENCES[0]))
        const first = await caller.answer(ended)
        if (first !== undefined) waits.push(first - ended)
        await caller.quiet()
      }
      caller.hangUp()
    }),
  )
  const ends = await Promise.all(talks.map(({ end }) => end))
  return { waits, lost: ends.reduce((sum, { lostFrames }) => sum + lostFrames, 0) }
}

function answerResult(took) {
  const part = (name) => `${Math.round(median(took.map((one) => one[name])))} ms ${name}`
  const p50 = median(took.map(({ all }) => all))
  const p95 = quantile(
    took.map(({ all }) => all),
    0.95,
  )
  return timed(
    `First sound of an answer after ${Math.round(p50)} ms (p95 ${Math.round(p95)} ms) over ${took.length} turns: ${part('understood')}, ${part('thought')}, ${part('spoke')} (wanted: p50 ${WANTED_P50_MS} ms)`,
    'first sound of an answer, p50',
    p50,
    WANTED_P50_MS,
  )
}

function ownResult(took) {
  const own = median(took.map(({ thought, spoke }) => thought + spoke))
  return timed(
    `Our own part with instant speech: ${Math.round(own)} ms from understood to sounding (wanted: ${WANTED_OWN_MS} ms)`,
    'understood to first sound, p50',
    own,
    WANTED_OWN_MS,
  )
}

function crowdResult({ waits, lost }) {
  return {
    title: `${TALKS_AT_ONCE} talks at once: ${lost} frames lost, an answer begins after ${Math.round(median(waits))} ms (p95 ${Math.round(quantile(waits, 0.95))} ms, ${waits.length} answers)`,
    bars: [{ name: 'frames lost', perSecond: lost, ratio: lost }],
    ok: lost === 0,
  }
}

function timed(title, name, ms, wanted) {
  return { title, bars: [{ name, perSecond: 1_000 / ms, ratio: wanted / ms }], ok: ms <= wanted }
}
