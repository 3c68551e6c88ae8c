import { useState } from 'react'

/**
 * A list that does not jump: rows that came in at its top since it was opened wait until somebody asks for them. `view` is
 * what is looked at; another one starts afresh.
 */
export function useSteady<Row extends { created_at: string }>(rows: Row[], view: string) {
  const [seen, setSeen] = useState<{ view: string; until: string | undefined }>({ view, until: undefined })
  const newest = rows[0]?.created_at
  const isFresh = seen.view !== view || seen.until === undefined
  if (isFresh && newest !== undefined) setSeen({ view, until: newest })
  const until = isFresh ? newest : seen.until
  const shown = until === undefined ? rows : rows.filter(({ created_at }) => created_at <= until)
  return { rows: shown, waiting: rows.length - shown.length, show: () => setSeen({ view, until: newest }) }
}
