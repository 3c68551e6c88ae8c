import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that takes what espeak-ng takes and gives what it gives: a WAV of 22,050 Hz whose length it does not know. */
const PROGRAM = `#!/usr/bin/env node
const { appendFileSync } = require('node:fs')
const args = process.argv.slice(2)
if (args[0] === '--version') process.exit(0)
let text = ''
process.stdin.on('data', (part) => { text += part }).on('end', () => {
  appendFileSync(__filename + '.log', JSON.stringify({ args, text, pid: process.pid }) + '\\n')
  if (text.includes('hang')) return setInterval(() => {}, 1000)
  if (text.includes('fail')) process.exit(1)
  if (text.includes('garbage')) return process.stdout.write('no sound')
  const tone = Buffer.alloc(2 * Math.round(22050 * (0.3 + text.length / 40)))
  for (let i = 0; i < tone.length / 2; i++) tone.writeInt16LE(Math.round(8000 * Math.sin(i / 12)), 2 * i)
  const head = Buffer.alloc(44)
  head.write('RIFF'); head.writeUInt32LE(0x7ffff024, 4); head.write('WAVEfmt ', 8); head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22); head.writeUInt32LE(22050, 24); head.writeUInt32LE(44100, 28)
  head.writeUInt16LE(2, 32); head.writeUInt16LE(16, 34); head.write('data', 36); head.writeUInt32LE(0x7ffff000, 40)
  process.stdout.write(Buffer.concat([head, tone]))
})
`

export interface FakeEspeak {
  program: string
  /** What it was asked for so far. */
  asked(): { args: string[]; text: string; pid: number }[]
  remove(): void
}

export function fakeEspeak(): FakeEspeak {
  const folder = mkdtempSync(join(tmpdir(), 'icebot-espeak-'))
  const program = join(folder, 'espeak-ng.cjs')
  writeFileSync(program, PROGRAM)
  writeFileSync(`${program}.log`, '')
  chmodSync(program, 0o755)
  return {
    program,
    asked: () =>
      readFileSync(`${program}.log`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
