export { noTexting } from './none.ts'
export type { Texted, Texting, TextMessage } from './port.ts'
export { createSandboxTexting } from './sandbox.ts'
export { createTwilioTexting, type TwilioTextingOptions } from './twilio.ts'
