import type { AgentLanguage } from '../agents/index.ts'

/** Opens every recorded call, whoever speaks it. */
export const recorded: Record<AgentLanguage, string> = {
  en: 'This call is recorded.',
  ms: 'Panggilan ini dirakam.',
  zh: '本次通话将被录音。',
  ta: 'இந்த அழைப்பு பதிவு செய்யப்படுகிறது.',
}
