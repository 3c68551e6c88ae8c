import type { Texting } from './port.ts'

/** Sends nothing: what was to be sent lies in the outbox and can be read there. */
export function createSandboxTexting(): Texting {
  return { name: 'sandbox', send: async (id) => ({ outcome: 'sent', reference: `sandbox_${id}` }) }
}
