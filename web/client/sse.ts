export interface ServerEvent {
  event: string
  data: string
  id?: string
}

/**
 * Reads text/event-stream piece by piece, wherever the network cut it. Comments (the heartbeat) are nothing;
 * an event that the end cut off is dropped, as the standard says.
 */
export function createSseReader(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = ''
  let event = ''
  let id: string | undefined
  let data: string[] = []

  return (chunk) => {
    const text = rest + chunk
    // A CR at the end may be half of a CRLF.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    for (const line of lines) take(line)
  }

  function take(line: string): void {
    if (line === '') {
      dispatch()
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }

  function dispatch(): void {
    if (data.length > 0)
      onEvent({ event: event || 'message', data: data.join('\n'), ...(id !== undefined && { id }) })
    event = ''
    data = []
    id = undefined
  }
}
