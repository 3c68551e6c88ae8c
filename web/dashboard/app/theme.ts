import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const STORED = 'icebot.theme'
const listeners = new Set<() => void>()
let current: Theme = stored()
apply()

export function useTheme(): [Theme, (next: Theme) => void] {
  return [useSyncExternalStore(subscribe, () => current), choose]
}

function choose(next: Theme): void {
  current = next
  localStorage.setItem(STORED, next)
  apply()
  for (const listener of listeners) listener()
}

function apply(): void {
  if (current === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = current
}

function stored(): Theme {
  const value = localStorage.getItem(STORED)
  return value === 'light' || value === 'dark' ? value : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
