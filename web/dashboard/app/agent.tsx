import { useSyncExternalStore } from 'react'
import { useApi } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Select } from '../ui/field.tsx'
import { useHasUnsaved } from './unsaved.ts'

const STORED = 'icebot.agent'
const listeners = new Set<() => void>()
const useTexts = texts({
  en: { agent: 'Agent', unsaved: 'Save or discard your changes first' },
  ms: { agent: 'Ejen', unsaved: 'Simpan atau buang perubahan anda dahulu' },
})

/** The agent that pages about one agent show: the one chosen last in this browser, else the first. */
export function useAgent() {
  const { data, isPending, error, refetch } = useApi('GET /agents', {})
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED))
  const agents = data?.data ?? []
  return { agent: agents.find(({ id }) => id === chosen) ?? agents[0], agents, isPending, error, refetch }
}

/** Which agent the page is about; most shops have one and never see it. */
export function AgentPicker() {
  const { agent, agents } = useAgent()
  const words = useTexts()
  const hasUnsaved = useHasUnsaved()
  if (agents.length < 2) return null
  return (
    <Select
      label={words.agent}
      hideLabel
      value={agent?.id ?? ''}
      disabled={hasUnsaved}
      title={hasUnsaved ? words.unsaved : undefined}
      onChange={({ target }) => choose(target.value)}
      options={agents.map(({ id, name }) => [id, name])}
    />
  )
}

function choose(id: string): void {
  localStorage.setItem(STORED, id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
