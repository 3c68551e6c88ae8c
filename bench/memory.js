import { ask } from './measure.js'

const TOKEN = 'for the benchmark'

/** With these the service tells its memory. */
export const memorySettings = { ICEBOT_METRICS_TOKEN: TOKEN }

/** How many bytes a service holds at this moment. */
export async function memoryOf(url) {
  const text = await ask(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)[1])
}
