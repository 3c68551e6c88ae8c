/** Runs a program to its end and keeps what it says, for the case that it fails. */
export async function run(program, args, options) {
  // Loaded only when there is something to do: most starts have nothing.
  const { spawn } = await import('node:child_process')
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output, error }))
    child.on('close', (code, signal) => resolve({ ok: code === 0, output, ending: signal ?? `code ${code}` }))
  })
}
