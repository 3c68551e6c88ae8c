import type { Brain } from '../brain.ts'
import { converse } from './dialogue.ts'

/** Understands English and Malay, offline and always the same way: tables of words, rules, and the catalogue. */
export function createBuiltinBrain(): Brain {
  return { think: converse }
}
