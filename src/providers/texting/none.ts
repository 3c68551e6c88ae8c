import type { Texting } from './port.ts'

/** Nobody sends texts here; what was to be sent must not pass for sent. */
export const noTexting: Texting = {
  name: 'none',
  send: async () => ({
    outcome: 'refused',
    reason: 'nobody sends texts here: set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  }),
}
