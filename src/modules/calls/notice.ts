import type { AgentLanguage } from '../agents/index.ts'

/** What opens a recorded call where the carrier speaks by itself; our own voice says the same. */
const NOTICES: Record<AgentLanguage, string> = {
  en: 'This call is recorded.',
  ms: 'Panggilan ini dirakam.',
  zh: '本次通话将被录音。',
  ta: 'இந்த அழைப்பு பதிவு செய்யப்படுகிறது.',
}

export function withNotice(greeting: string, language: AgentLanguage | undefined): string {
  return `${NOTICES[language ?? 'en']} ${greeting}`.trim()
}
