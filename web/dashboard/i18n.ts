import { useSyncExternalStore } from 'react'

export type Language = 'en' | 'ms'
export const languages: Record<Language, string> = { en: 'English', ms: 'Bahasa Melayu' }

const STORED = 'icebot.language'
const listeners = new Set<() => void>()
let current: Language = stored() ?? (navigator.language.startsWith('ms') ? 'ms' : 'en')
document.documentElement.lang = current

export function language(): Language {
  return current
}

export function useLanguage(): [Language, (next: Language) => void] {
  return [useSyncExternalStore(subscribe, language), choose]
}

/**
 * The words of a page in both languages, kept beside it. English is the measure: every word of it has its Malay one, or it
 * does not compile.
 */
export function texts<Words extends Record<string, unknown>>(words: {
  en: Words
  ms: NoInfer<Words>
}): () => Words {
  return function useTexts() {
    return words[useSyncExternalStore(subscribe, language)]
  }
}

function choose(next: Language): void {
  current = next
  document.documentElement.lang = next
  localStorage.setItem(STORED, next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(): Language | undefined {
  const value = localStorage.getItem(STORED)
  return value === 'en' || value === 'ms' ? value : undefined
}
