import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createBrain } from '../../src/modules/brain/index.ts'
import { catalogueSchema, syncProducts } from '../../src/modules/catalogue/index.ts'
import { products as demoMenu } from '../../src/modules/demo/products.ts'
import { updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { type Db, sql } from '../../src/platform/db/index.ts'
import { createSpeech, type SpeechSet } from '../../src/providers/speech/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { openCaller } from '../harness/calls.ts'
import { seenBy, startSdkSite } from '../harness/sdk-site.ts'
import { startService, type TestService } from '../harness/service.ts'

/** Nothing is played here: everything that is said is made by a voice, heard by a recogniser and thought by the brain. */
let speech: SpeechSet
const brain = createBrain(readConfig({}))
beforeAll(() => {
  speech = createSpeech(readConfig({}), { info: () => {}, warn: () => {} })
})
afterAll(() => speech.close())

const NO_PACK = 'no Chromium or no speech pack on this machine'
const products = catalogueSchema.productsBody.parse({
  source: 'api',
  products: [{ external_id: 'coffee', name: 'Iced Coffee', price: 3.2, stock: 20 }],
})

async function spoken(text: string): Promise<number[]> {
  const samples: number[] = []
  if (!speech.voice) return samples
  for await (const part of speech.voice.speak(text, { language: 'en' })) samples.push(...part)
  return samples
}

/** A microphone that says what the test gives it, when the test gives it. */
const MICROPHONE = `(() => {
  const context = new AudioContext({ sampleRate: 16000 })
  const out = context.createMediaStreamDestination()
  window.microphone = {
    async say(pcm) {
      await context.resume()
      const bytes = Uint8Array.from(atob(pcm), (character) => character.charCodeAt(0))
      const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32768)
      const buffer = context.createBuffer(1, samples.length, 16000)
      buffer.copyToChannel(samples, 0)
      const source = context.createBufferSource()
      source.buffer = buffer
      source.connect(out)
      source.start()
    },
  }
  navigator.mediaDevices.getUserMedia = async () => out.stream
})()`

async function ordersOf(db: Db, agentId: string) {
  return db.rows<{ channel: string; name: string; quantity: number; customer_phone: string }>(sql`
    select o.channel, l.name, l.quantity, o.customer_phone
      from orders o join order_lines l on l.agent_id = o.agent_id and l.order_id = o.id
     where o.agent_id = ${agentId}`)
}

describe('a whole order by voice', () => {
  it('over the phone, from the demo shop’s menu: understood, placed, charged once, recorded, and its link sent as a text', async ({
    skip,
  }) => {
    const browser = await openBrowser()
    if (!browser || !speech.recogniser) return skip(NO_PACK)
    const service: TestService = await startService({
      speech,
      brain,
      env: { ICEBOT_SANDBOX_SPEED: '2' },
      answer: (call, line, clock) => answerOf(service.parts)(call, line, clock),
    })
    const caller = await openCaller(service)
    const context = {
      db: service.db,
      workspaceId: caller.workspace.id,
      agentId: caller.agent.id,
      actor: system,
    }
    // All of a real menu, most of it in Malay, and a Malay greeting: what a visitor's first call meets.
    await syncProducts(context, catalogueSchema.productsBody.parse({ source: 'api', products: demoMenu }))
    const welcome = 'Hai {{name}}! Selamat datang ke Kopi Seri. Nak order apa hari ini?'
    await updateAgent(service.db, system, caller.agent.id, { welcome })

    const { status, json } = await caller.place({ to: '012-345 6789', variables: { name: 'Sarah' } })
    expect(status).toBe(202)
    const { id, conversation_id } = json.data
    const read = async () => (await caller.read(id)).json.data
    await expect.poll(async () => (await read()).live?.connected, { timeout: 20_000 }).toBe(true)
    await expect
      .poll(async () => (await read()).status, { timeout: 150_000, interval: 500 })
      .toBe('completed')
    await expect.poll(async () => (await read()).recording, { timeout: 30_000 }).toBe('available')

    expect(await ordersOf(service.db, caller.agent.id)).toEqual([
      { channel: 'voice', name: 'Half-boiled Eggs', quantity: 1, customer_phone: '+60123456789' },
    ])
    const messages = await service.call(`/api/v1/conversations/${conversation_id}/messages`, {
      key: caller.key,
    })
    const said = messages.json.data as { role: string; content: string; channel: string }[]
    expect(new Set(said.map(({ channel }) => channel))).toEqual(new Set(['voice']))
    expect(said[0]?.content).toBe(
      'This call is recorded. Hai Sarah! Selamat datang ke Kopi Seri. Nak order apa hari ini?',
    )
    expect(said.some(({ role, content }) => role === 'user' && /eggs?/i.test(content))).toBe(true)
    const texts = await service.db.rows<{ to_number: string; body: string }>(
      sql`select to_number, body from texts where agent_id = ${caller.agent.id}`,
    )
    expect(texts).toEqual([{ to_number: '+60123456789', body: expect.stringMatching(/\/pay\//) }])
    const { duration_seconds: seconds } = await read()
    expect((await caller.charges()).map(({ amount }) => amount)).toEqual([-Math.ceil((seconds * 400) / 60)])

    const link = (await caller.recording(id)).json.data
    expect(link.expires_in).toBe(300)
    const file = Buffer.from(await (await fetch(link.url)).arrayBuffer()).toString('base64')
    const page = await browser.newPage()
    const sound = (await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob('${file}'), (character) => character.charCodeAt(0))
      const audio = await new OfflineAudioContext(1, 1, 16000).decodeAudioData(bytes.buffer)
      const loud = audio.getChannelData(0).filter((sample) => Math.abs(sample) > 0.02).length
      return { seconds: audio.duration, loudSeconds: loud / audio.sampleRate }
    })()`)) as { seconds: number; loudSeconds: number }
    expect(Math.abs(sound.seconds - seconds)).toBeLessThan(3)
    expect(sound.loudSeconds).toBeGreaterThan(3)
    await browser.close()
    await service.close()
  }, 240_000)

  it('in the browser: spoken into a microphone, and the card to pay is in the chat', async ({ skip }) => {
    if (!speech.recogniser) return skip(NO_PACK)
    const site = await startSdkSite({ brain, speech })
    if (!site.browser) return skip(NO_PACK)
    const { db } = site.service
    const { workspace, agent } = site.shop
    await updateWorkspace(db, system, workspace.id, { plan: 'paid', credits: 10_000 })
    await updateAgent(db, system, agent.id, { voice: true, welcome: 'Hello, this is the shop.' })
    await syncProducts({ db, workspaceId: workspace.id, agentId: agent.id, actor: system }, products)
    const { page, complaints } = await site.open()
    await page.evaluate(MICROPHONE)
    await page.getByRole('button', { name: 'Talk' }).click()
    const soon = { timeout: 60_000, interval: 200 }
    await expect.poll(async () => (await seenBy(page)).session, soon).toBe('live')
    /** Once the agent has said that and listens, the visitor says this. */
    const answer = async (asked: RegExp, words: string) => {
      const agentSaid = async () => {
        const { transcripts, states } = await seenBy(page)
        const last = transcripts.findLast(({ role }) => role === 'agent')
        return states.at(-1) === 'listening' && last?.final ? last.text : ''
      }
      await expect.poll(agentSaid, soon).toMatch(asked)
      const pcm = Buffer.from(Int16Array.from(await spoken(words)).buffer).toString('base64')
      await page.evaluate(`microphone.say('${pcm}')`)
    }
    await answer(/this is the shop/, 'I would like one iced coffee please.')
    await answer(/name and phone/i, 'My name is Daniel. My phone number is 0 1 2 3 4 5 6 7 8 9.')
    await answer(/correct|confirm/i, 'Yes please.')
    await expect.poll(() => ordersOf(db, agent.id), soon).toHaveLength(1)
    expect(await ordersOf(db, agent.id)).toEqual([
      { channel: 'website', name: 'Iced Coffee', quantity: 1, customer_phone: '+60123456789' },
    ])
    await page.evaluate('session.end()')
    await page.evaluate('IceBot.chat({ bot: document.body.dataset.bot }).then((chat) => chat.open())')
    await page.getByRole('link', { name: /Pay RM 3.20/ }).waitFor()
    expect(complaints).toEqual([])
    await site.close()
  }, 200_000)
})
