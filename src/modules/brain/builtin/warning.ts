import { contained } from './contents.ts'
import type { Candidate } from './match.ts'
import { listed } from './say.ts'
import { answer, type Talk } from './talk.ts'

/** Somebody orders what they said they must not eat. */
export function warnOf(talk: Talk, { name, description }: Candidate): void {
  const found = contained(`${name}. ${description ?? ''}`, talk.topic.avoid)
  if (found.length > 0) answer(talk, talk.say.hasIt(name, listed(found, talk.say.and)))
}
