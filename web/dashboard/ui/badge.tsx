import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'plain' | 'good' | 'wait' | 'alarm' | 'accent'

const TONES: Record<Tone, string> = {
  plain: 'bg-hover text-quiet',
  good: 'bg-good-soft text-good',
  wait: 'bg-wait-soft text-wait',
  alarm: 'bg-alarm-soft text-alarm',
  accent: 'bg-accent-soft text-accent',
}

/** A state in a word: the word says it, the colour only helps. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
