import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { createSpeech, type SpeechSet } from '../../src/providers/speech/index.ts'
import { type SdkSite, seenBy, soundOf, startSdkSite } from '../harness/sdk-site.ts'

let site: SdkSite | undefined
let speech: SpeechSet
const REPLY = 'We open at seven in the morning.'

beforeAll(async () => {
  speech = createSpeech(readConfig({}), { info: () => {}, warn: () => {} })
  const { voice, recogniser } = speech
  if (!voice || !recogniser) return
  const parts: Int16Array[] = []
  for await (const part of voice.speak('I would like two cups of coffee please.', { language: 'en' }))
    parts.push(part)
  const heard = Int16Array.from([...parts.flatMap((part) => [...part]), ...new Int16Array(4 * 16_000)])
  const brain = { think: async () => ({ replies: [REPLY] }) }
  site = await startSdkSite({ brain, speech, heard })
})
afterAll(async () => {
  await site?.close()
  await speech.close()
})

describe('Talk with the speech that is built in', () => {
  it('a spoken note is understood, and the answer is spoken', async ({ skip }) => {
    if (!site?.browser) return skip('no Chromium or no speech pack on this machine')
    const { page, complaints } = await site.open()
    await page.evaluate('IceBot.chat({ bot: document.body.dataset.bot }).then((chat) => chat.open())')
    await page.getByRole('dialog').getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await page.getByRole('status').filter({ hasText: 'Recording' }).waitFor()
    await page.waitForTimeout(7_000)
    await page.getByRole('button', { name: 'Send voice note' }).click()
    const log = page.getByRole('log', { name: 'What was said' })
    await log.getByText(/coffee/i).waitFor({ timeout: 20_000 })
    await log.getByText(REPLY).waitFor()
    await expect
      .poll(async () => Math.max(...(await soundOf(page)).elements.map(({ seconds }) => seconds ?? 0)), {
        timeout: 15_000,
      })
      .toBeGreaterThan(1)
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)

  it('a live talk: the greeting is heard, what is said is understood and answered aloud', async ({
    skip,
  }) => {
    if (!site?.browser) return skip('no Chromium or no speech pack on this machine')
    const { db } = site.service
    await updateWorkspace(db, system, site.shop.workspace.id, { plan: 'paid', credits: 10_000 })
    await updateAgent(db, system, site.shop.agent.id, { voice: true, welcome: 'Hello, this is the shop.' })
    const { page, complaints } = await site.open()
    await page.getByRole('button', { name: 'Talk' }).click()
    const soon = { timeout: 40_000 }
    await expect.poll(async () => (await seenBy(page)).session, soon).toBe('live')
    await expect.poll(async () => (await seenBy(page)).states, soon).toContain('speaking')
    const finals = async (role: string) =>
      (await seenBy(page)).transcripts
        .filter((one) => one.role === role && one.final)
        .map(({ text }) => text)
        .join(' ')
    await expect.poll(() => finals('user'), soon).toMatch(/coffee/i)
    await expect.poll(() => finals('agent'), soon).toContain(REPLY)
    const { samples, rate } = await soundOf(page)
    expect(samples.filter((sample) => Math.abs(sample) > 0.01).length / rate).toBeGreaterThan(1)
    await page.evaluate('session.end()')
    expect((await seenBy(page)).states.at(-1)).toBe('ended')
    expect((await seenBy(page)).errors).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  }, 90_000)
})
