/** An expected failure: its message is one sentence for the person at the terminal. */
export class SetupFailure extends Error {
  /** `output` is what the failed program said, shown above the sentence. */
  constructor(message, output = '') {
    super(message)
    this.output = output.trim()
  }
}

const TERMINAL_MS = 500
const LINES_MS = 4_000

/** One updating line on a terminal; elsewhere a line at the start and then every few seconds. */
export async function showProgress(out, title, work) {
  const begun = Date.now()
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`
  const say = (text) => out.write(out.isTTY ? `\r\u001b[K${title} … ${text}` : `${title} … ${text}\n`)
  say('')
  const heartbeat = setInterval(() => say(seconds()), out.isTTY ? TERMINAL_MS : LINES_MS)
  let outcome = 'failed after'
  try {
    await work()
    outcome = 'done in'
  } finally {
    clearInterval(heartbeat)
    say(`${outcome} ${seconds()}`)
    if (out.isTTY) out.write('\n')
  }
}
