import type { FinalStatus } from '../port.ts'

/** What the number's last four digits choose; any other number is answered by a person. */
export type Outcome =
  | { kind: 'declined' }
  | { kind: 'unanswered'; status: FinalStatus; afterSeconds: number }
  | { kind: 'answered'; by: 'human' | 'machine_start'; afterSeconds: number }

const outcomes: Record<string, Outcome> = {
  '0000': { kind: 'declined' },
  '0001': { kind: 'unanswered', status: 'no_answer', afterSeconds: 30 },
  '0002': { kind: 'unanswered', status: 'busy', afterSeconds: 2 },
  '0003': { kind: 'answered', by: 'machine_start', afterSeconds: 15 },
  '0004': { kind: 'unanswered', status: 'failed', afterSeconds: 1 },
}

export function outcomeOf(number: string): Outcome {
  return outcomes[number.slice(-4)] ?? { kind: 'answered', by: 'human', afterSeconds: 4 }
}
