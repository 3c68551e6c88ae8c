import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Announcement } from '../../src/cli/welcome.ts'
import { packageRoot } from '../../src/lib/root.ts'

/** Everything here runs the built program as its users do, in an environment that holds only what the test gave it. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface Serving {
  process: ChildProcess
  announcement: Announcement
  url: string
  /** What it wrote to stderr so far. */
  log(): string
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Finished>
}

const PROGRAM = join(packageRoot, 'bin', 'icebot.js')

/** A folder that vanishes with the test. */
export function temporaryFolder(name = 'icebot-test-'): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  // Run by root, the database belongs to another user, who must be able to enter.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function icebot(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return start(args, env).finished
}

/** Runs a command with --json and gives its document; fails the test when the command does. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents whose shape is what they test
export async function icebotJson(args: string[], env: Record<string, string> = {}): Promise<any> {
  const { code, stdout, stderr } = await icebot([...args, '--json'], env)
  if (code !== 0) throw new Error(`icebot ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

export async function serve(env: Record<string, string>, args: string[] = []): Promise<Serving> {
  const running = start(['serve', '--json', ...args], { PORT: '0', ...env })
  const announcement = await Promise.race([
    running.firstLine,
    running.finished.then(({ code, stderr }) => {
      throw new Error(`serve ended with ${code} before it was ready: ${stderr}`)
    }),
  ])
  const parsed = JSON.parse(announcement) as Announcement
  return {
    process: running.child,
    announcement: parsed,
    url: (parsed.baseUrl ?? '').replace('localhost', '127.0.0.1'),
    log: running.stderr,
    stop(signal = 'SIGTERM') {
      running.child.kill(signal)
      return running.finished
    },
  }
}

export interface Running {
  child: ChildProcess
  stdout(): string
  finished: Promise<Finished>
  kill(): Promise<Finished>
  stop(): Promise<Finished>
}

/** A program in a folder and an environment of its own, gone with the test. */
export function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  cwd = temporaryFolder(),
): Running {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return finished
  }
  onTestFinished(() => end('SIGKILL').then(() => {}))
  return { child, stdout: () => stdout, finished, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(stdout.split('\n')[0] as string)
    })
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await finished
  })
  return { child, firstLine, finished, stderr: () => stderr }
}
