import process from 'node:process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PATIENCE_MS = 3_000

/** Runs a program to its end and keeps what it says, for the case that it fails. */
export async function run(program, args, options) {
  // Loaded only when there is something to do: most starts have nothing.
  const { spawn } = await import('node:child_process')
  return new Promise((resolve) => {
    // A process group of its own, so that whoever interrupts us ends all of it and not only its first process.
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let interrupted = false
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal)
      } catch {}
    }
    const interrupt = () => {
      interrupted = true
      end('SIGTERM')
      setTimeout(() => end('SIGKILL'), PATIENCE_MS).unref()
    }
    for (const signal of SIGNALS) process.on(signal, interrupt)
    const finish = (result) => {
      for (const signal of SIGNALS) process.off(signal, interrupt)
      if (interrupted) process.exit(130)
      resolve(result)
    }

    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => finish({ ok: false, output, error }))
    child.on('close', (code, signal) => finish({ ok: code === 0, output, ending: signal ?? `code ${code}` }))
  })
}
