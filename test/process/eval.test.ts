import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { type Play, startModel } from '../harness/model.ts'
import { run, temporaryFolder } from '../harness/process.ts'

const CONVERSATION = 'hello and thank you'

/** `npm run eval` in a folder with this `.env`, on the database of this run. */
function evaluate(words: string[], settings: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, '.env'), lines.join('\n'))
  const args = [join(packageRoot, 'bin', 'eval.js'), ...words]
  return run(process.execPath, args, { DATABASE_URL: inject('adminUrl') }, folder).finished
}

async function openModel(script: Play[]) {
  const model = await startModel('openai-compatible')
  onTestFinished(() => model.close())
  model.play(script)
  const settings = {
    ICEBOT_LLM: model.kind,
    ICEBOT_LLM_URL: model.url,
    ICEBOT_LLM_MODEL: 'scripted',
    ICEBOT_LLM_KEY: model.key,
    // A shop's own database has no part in it, wherever it may be.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/shop',
  }
  return { model, settings }
}

it('plays what it is told to against the configured model, and prints what was right', async () => {
  const { model, settings } = await openModel([{ text: 'Hello there!' }, { text: 'You are welcome!' }])
  const { code, stdout, stderr } = await evaluate([CONVERSATION], settings)
  expect([code, stderr]).toEqual([0, expect.stringContaining(`✓ questions.yaml > ${CONVERSATION}`)])
  expect(model.requests.map(({ messages }) => messages.at(-1)?.text)).toEqual(['hi', 'thank you'])
  const [head, ...rows] = stdout.trim().split('\n')
  expect(head).toMatch(/^file +conversations +turns +facts +requests +tokens in +tokens out +seconds$/)
  expect(rows).toEqual([
    expect.stringMatching(/^questions.yaml +1\/1 +2\/2 +5\/5 +2 +200 +20 +\d+\.\d$/),
    expect.stringMatching(/^all +1\/1 +2\/2 +5\/5 +2 +200 +20 +\d+\.\d$/),
  ])
}, 120_000)

it('counts what was wrong, names it, and fails nothing', async () => {
  const { settings } = await openModel([{ text: 'Hello there!' }, { text: 'Nothing of the kind.' }])
  const { code, stdout, stderr } = await evaluate([CONVERSATION], settings)
  expect(code).toBe(0)
  expect(stderr).toMatch(new RegExp(`✗ questions.yaml > ${CONVERSATION}\\n +turn 2 .*welcome`))
  expect(stdout).toMatch(/^questions.yaml +0\/1 +1\/2 +4\/5 /m)
}, 120_000)

it.each([
  ['no model', {}, /^No language model is configured: set ICEBOT_LLM=/],
  ['half a model', { ICEBOT_LLM: 'openai-compatible' }, /^ICEBOT_LLM/],
])(
  '%s is one sentence',
  async (_, settings, sentence) => {
    const { code, stdout, stderr } = await evaluate([], settings)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)])
    expect(stderr.trim()).not.toContain('\n')
  },
  60_000,
)
