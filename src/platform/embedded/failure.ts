/** The one line of PostgreSQL's output that a person can act on. */
export function lastMeaningfulLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !OF_NO_MEANING.test(line))
  const telling = lines.filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  const line = telling.at(-1) ?? lines.at(-1) ?? 'no reason was given'
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, '').replace(/\.$/, '')
}

/** Our own knocking at a server that was not ready. */
const OF_NO_MEANING =
  /the database system is (starting up|shutting down|not yet accepting)|terminating connection/
