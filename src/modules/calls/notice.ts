import type { AgentLanguage } from '../agents/index.ts'
import { recorded } from '../voice/index.ts'

/** What opens a recorded call where the carrier speaks by itself. */
export function withNotice(greeting: string, language: AgentLanguage | undefined): string {
  return `${recorded[language ?? 'en']} ${greeting}`.trim()
}
