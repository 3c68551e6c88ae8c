import type { Language } from '../memory.ts'
import { en } from './phrases.en.ts'
import { ms } from './phrases.ms.ts'
import type { Phrases } from './say.ts'

export const phrases: Record<Language, Phrases> = { en, ms }
