import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeFaults } from '../harness/axe.ts'
import { hello, share, toneEvent } from '../harness/live.ts'
import { type SdkSite, SHOP, soundOf, startSdkSite, WIDGET } from '../harness/sdk-site.ts'
import { beepingSpeech } from '../harness/speech.ts'

let site: SdkSite
let deaf: SdkSite
/** What the recogniser was given. */
const notes: Int16Array[] = []
beforeAll(async () => {
  const brain = { think: async () => ({ replies: ['Baik, dua kopi ais.'] }) }
  const recogniser = {
    name: 'test',
    knows: () => true,
    transcribe: async (audio: Int16Array) => {
      notes.push(audio)
      return 'Dua kopi ais'
    },
    close: async () => {},
  }
  site = await startSdkSite({ brain, speech: { ...beepingSpeech(), recogniser } })
  deaf = await startSdkSite({ brain, speech: beepingSpeech(), microphone: 'refused' })
})
afterAll(async () => {
  await site.close()
  await deaf.close()
})

const NO_BROWSER = 'no Chromium on this machine'
/** This machine may be busy. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 })

beforeEach(({ skip }) => {
  if (!site.browser) skip(NO_BROWSER)
})

/** The widget with Talk open. */
async function openTalk(where: SdkSite, options: Parameters<SdkSite['open']>[0] = {}) {
  const opened = await where.open(options)
  await startTalk(opened.page)
  return opened
}

async function startTalk(page: Page): Promise<void> {
  await page.evaluate('IceBot.chat({ bot: document.body.dataset.bot }).then((chat) => chat.open())')
  await page.getByRole('dialog').getByRole('button', { name: 'Talk', exact: true }).click()
}

const answerNotesWith = (page: Page, status: number, error: string) =>
  page.route('**/api/widget/voice-note?*', (route) =>
    route.fulfill({
      status,
      headers: { 'Access-Control-Allow-Origin': SHOP },
      json: { error, message: 'as the service says it' },
    }),
  )

/** An element sounds only if it has sounded within a tap. */
const LIKE_SAFARI = `{
  const { play } = HTMLMediaElement.prototype
  const free = new WeakSet()
  let tappedAt = -Infinity
  addEventListener('click', () => { tappedAt = performance.now() }, true)
  HTMLMediaElement.prototype.play = function () {
    if (performance.now() - tappedAt < 200) free.add(this)
    return free.has(this) ? play.call(this) : Promise.reject(new DOMException('not in a tap', 'NotAllowedError'))
  }
}`

async function recordNote(page: Page, ms = 1_200): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await page.getByRole('status').filter({ hasText: 'Recording' }).waitFor()
  await page.waitForTimeout(ms)
  await page.getByRole('button', { name: 'Send voice note' }).click()
}

describe('Talk in the widget, typed', () => {
  it('what is typed is answered and read aloud', async () => {
    const { page, complaints } = await openTalk(site)
    const field = page.getByRole('textbox', { name: /^Write to/ })
    await field.fill('dua kopi ais')
    await field.press('Enter')
    const log = page.getByRole('log', { name: 'What was said' })
    await log.getByText('dua kopi ais', { exact: true }).waitFor()
    await log.getByText('Baik, dua kopi ais.').waitFor()
    await eventually(
      async () => (await soundOf(page)).elements.filter(({ seconds }) => (seconds ?? 0) > 0.1).length,
    ).toBe(1)
    await page.getByText('Type or record.').waitFor()
    await page.getByRole('button', { name: 'Back to chat' }).click()
    await page.getByRole('dialog').getByText('Baik, dua kopi ais.').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a voice note is recorded as a 16 kHz WAV, understood, answered and read aloud', async () => {
    const { page, complaints } = await openTalk(site)
    await recordNote(page)
    await eventually(() => notes.length).toBe(1)
    const pcm = notes[0] as Int16Array
    expect(pcm.length / 16_000).toBeGreaterThan(0.9)
    expect(share(pcm.slice(-8_000), site.microphoneHertz)).toBeGreaterThan(0.9)
    const log = page.getByRole('log', { name: 'What was said' })
    await log.getByText('Dua kopi ais', { exact: true }).waitFor()
    await log.getByText('Baik, dua kopi ais.').waitFor()
    await eventually(async () =>
      (await soundOf(page)).elements.some(({ ended, seconds }) => ended && (seconds ?? 0) > 0.1),
    ).toBe(true)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('what could not be sent is in the field again, and is one message when it is', async () => {
    const { page } = await openTalk(site)
    let attempts = 0
    await page.route('**/api/widget/messages?*', async (route) => {
      if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue()
      await route.fetch({ url: route.request().url().replace(WIDGET, site.service.url) })
      return route.abort('connectionreset')
    })
    const field = page.getByRole('textbox', { name: /^Write to/ })
    await field.fill('tiga kopi')
    await field.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor()
    expect(await field.inputValue()).toBe('tiga kopi')
    const log = page.getByRole('log', { name: 'What was said' })
    expect(await log.getByText('tiga kopi').count()).toBe(0)
    await field.press('Enter')
    await log.getByText('Baik, dua kopi ais.').waitFor()
    expect(await log.getByText('tiga kopi').count()).toBe(1)
    await page.getByRole('button', { name: 'Back to chat' }).click()
    await page.getByRole('dialog').getByText('Baik, dua kopi ais.').first().waitFor()
    expect(await page.getByRole('dialog').getByText('tiga kopi').count()).toBe(1)
    await page.context().close()
  })

  it('a note that could not be sent is kept, and sent with a second tap', async () => {
    const { page } = await openTalk(site)
    const sent: string[] = []
    await page.route('**/api/widget/voice-note?*', (route) => {
      sent.push(route.request().url())
      return sent.length > 1 ? route.continue() : route.abort('connectionreset')
    })
    await recordNote(page, 600)
    await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor()
    await page.getByRole('button', { name: 'Send voice note' }).click()
    await page.getByRole('log', { name: 'What was said' }).getByText('Baik, dua kopi ais.').waitFor()
    expect(sent[1]).toBe(sent[0])
    await page.getByRole('button', { name: 'Record a voice note' }).waitFor()
    await page.context().close()
  })

  it('a talk that ends while a note is recorded gives the microphone back', async () => {
    const { page } = await openTalk(site)
    await page.evaluate(`{
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => (window.microphone = await ask(options))
    }`)
    let refuse = () => {}
    await page.route('**/api/widget/messages?*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      const headers = { 'Access-Control-Allow-Origin': SHOP }
      return route.fulfill({ status: 402, headers, json: { error: 'insufficient_credits', message: 'No' } })
    })
    await page.getByRole('textbox', { name: /^Write to/ }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await page.getByRole('status').filter({ hasText: 'Recording' }).waitFor()
    refuse()
    await page.getByRole('alert').filter({ hasText: 'the team will reply' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'has ended' }).waitFor()
    expect(await page.evaluate('microphone.getTracks().map(({ readyState }) => readyState)')).toEqual([
      'ended',
    ])
    await page.context().close()
  })

  it('a reply is said to screen readers once, and looks as in the chat', async () => {
    const { page } = await openTalk(site)
    await page.route('**/api/widget/stream?*', async (route) => {
      const body = `event: message\nid: 2030-01-01T00:00:00.000Z\ndata: ${JSON.stringify({
        id: 'x',
        role: 'assistant',
        author: 'agent',
        content: '**Bayar** di https://pay.example/1',
        created_at: '2030-01-01T00:00:00.000Z',
        client_id: null,
      })}\n\n`
      const headers = { 'Access-Control-Allow-Origin': SHOP, 'Content-Type': 'text/event-stream' }
      return route.fulfill({ headers, body })
    })
    await page.getByRole('textbox', { name: /^Write to/ }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    const log = page.getByRole('log', { name: 'What was said' })
    await log.getByRole('link', { name: 'https://pay.example/1' }).waitFor()
    expect(await log.innerText()).not.toContain('**')
    expect(await page.locator('icebot-widget .root > [aria-live]').textContent()).toBe('')
    await page.context().close()
  })

  it('Talk that came long after the tap still sounds, with the next tap', async () => {
    const { page } = await site.open()
    await page.addInitScript(LIKE_SAFARI)
    await page.reload()
    // Longer than the tap is remembered: the program after the first one, the reply after the second.
    for (const slow of ['**/widget/talk.js?*', '**/api/widget/speak?*'])
      await page.route(slow, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await route.continue()
      })
    await startTalk(page)
    await page.getByRole('textbox', { name: /^Write to/ }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    await eventually(async () =>
      (await soundOf(page)).elements.some(({ ended, seconds }) => ended && (seconds ?? 0) > 0.1),
    ).toBe(true)
    await page.context().close()
  })

  it('a note can be thrown away', async () => {
    const { page } = await openTalk(site)
    let sent = 0
    page.on('request', (request) => request.url().includes('voice-note') && sent++)
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await page.getByRole('button', { name: 'Discard voice note' }).click()
    await page.getByRole('textbox', { name: /^Write to/ }).waitFor()
    expect(sent).toBe(0)
    await page.context().close()
  })

  it.each([
    [422, 'nothing_heard', 'I heard nothing'],
    [422, 'language_not_supported', 'cannot understand voice notes in this language'],
    [503, 'voice_unavailable', 'Voice notes do not work right now'],
  ])('%i %s is told kindly and typing goes on', async (status, error, words) => {
    const { page } = await openTalk(site)
    await answerNotesWith(page, status, error)
    await recordNote(page, 600)
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    await page.getByRole('textbox', { name: /^Write to/ }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('log', { name: 'What was said' }).getByText('Baik, dua kopi ais.').waitFor()
    await page.context().close()
  })

  it('credits used up are told clearly', async () => {
    const { page } = await openTalk(site)
    await answerNotesWith(page, 402, 'insufficient_credits')
    await recordNote(page, 600)
    await page.getByRole('alert').filter({ hasText: 'the team will reply' }).waitFor()
    await page.getByRole('button', { name: 'Back to chat' }).waitFor()
    await page.context().close()
  })

  it('a refused microphone is met with a kind word, and typing goes on', async () => {
    const { page } = await openTalk(deaf)
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await page.getByRole('alert').filter({ hasText: 'No microphone? No problem' }).waitFor()
    await page.getByRole('textbox', { name: /^Write to/ }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Baik, dua kopi ais.').first().waitFor()
    await page.context().close()
  })
})

describe.each(['light', 'dark'] as const)('Talk, %s', (colorScheme) => {
  it('has no fault that axe knows', async () => {
    const context = { colorScheme, reducedMotion: 'reduce' } as const
    const { page } = await openTalk(site, { context })
    await page.getByRole('textbox', { name: /^Write to/ }).fill('dua kopi ais')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('log', { name: 'What was said' }).getByText('Baik, dua kopi ais.').waitFor()
    expect(await axeFaults(page, 'icebot-widget')).toEqual([])
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await page.getByRole('button', { name: 'Send voice note' }).waitFor()
    expect(await axeFaults(page, 'icebot-widget')).toEqual([])
    await page.context().close()

    site.script = (caller) => caller.send(hello)
    const { page: live } = await openTalk(site, { live: true, context })
    await live.getByRole('status').filter({ hasText: 'Listening' }).waitFor()
    expect(await axeFaults(live, 'icebot-widget')).toEqual([])
    await live.context().close()
  })
})

describe('Talk in the widget, live', () => {
  it('shows what is said as it is said, can be muted, and hangs up', async () => {
    site.script = async (caller) => {
      caller.send(hello)
      await caller.until(({ user_audio_chunk }) => user_audio_chunk)
      caller.send({
        type: 'user_transcript',
        user_transcription_event: { user_transcript: 'Hai', event_id: 1 },
      })
      caller.send({
        type: 'agent_response',
        agent_response_event: { agent_response: 'Selamat pagi!', event_id: 1 },
      })
      caller.send(toneEvent(500, 1_500, 2))
    }
    const { page, complaints } = await openTalk(site, { live: true })
    await page.getByRole('status').filter({ hasText: 'is speaking' }).waitFor()
    const log = page.getByRole('log', { name: 'What was said' })
    await log.getByText('Selamat pagi!').waitFor()
    // A screen reader would speak over the agent.
    expect(await log.getAttribute('aria-live')).toBe('off')
    await page.getByRole('status').filter({ hasText: 'Listening' }).waitFor()
    await page.getByRole('button', { name: 'Turn microphone off' }).click()
    await page.getByRole('status').filter({ hasText: 'Microphone is off' }).waitFor()
    const caller = site.line.callers.at(-1)
    await page.getByRole('button', { name: 'Hang up' }).click()
    await caller?.gone
    await page.getByRole('textbox', { name: 'Write a message' }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('closing the chat hangs up too, also while it connects', async () => {
    let hungUp: Promise<void> | undefined
    site.script = (caller) => {
      hungUp = caller.gone
    }
    const { page } = await openTalk(site, { live: true })
    await eventually(() => hungUp !== undefined).toBe(true)
    await page.getByRole('dialog').press('Escape')
    await hungUp
    await page.context().close()
  })

  it('a refused microphone leaves the chat, which still works', async () => {
    const { page } = await openTalk(deaf, { live: true })
    await page.getByRole('alert').filter({ hasText: 'The microphone was not allowed' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('button', { name: 'Back to chat' }).click()
    await page.getByRole('textbox', { name: 'Write a message' }).fill('hai')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('dialog').getByText('Baik, dua kopi ais.').waitFor()
    await page.context().close()
  })
})
