import type { Uuid } from '../../../lib/ids.ts'
import type { Recogniser, Voice } from '../../speech/index.ts'
import { createClock } from '../clock.ts'
import type { Carrier, CarrierEars, Dial } from '../port.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { talkAsMachine, talkAsPerson } from './person.ts'
import { createScript } from './script.ts'
import { createWire } from './wire.ts'

export interface SandboxOptions {
  ears: CarrierEars
  speed: number
  voice?: Voice | undefined
  recogniser?: Recogniser | undefined
  /** What the agent sells and an English voice can ask for, best first. */
  wishesFor?: (agentId: Uuid) => Promise<string[]>
  /** What the agent said since the person last spoke. */
  wordsOf?: (callId: Uuid) => Promise<string | undefined>
  onTrouble?: (error: unknown) => void
}

export interface Sandbox extends Carrier {
  /** Somebody rings us: as if the call had come from outside. Resolves when it is over. */
  ringIn(call: { callId: Uuid; agentId: Uuid; from: string }): Promise<void>
}

const PREFIX = 'sandbox_'
/** Longer than it rings. */
const PATIENCE_MS = 45_000
type Answered = Extract<Outcome, { kind: 'answered' }>

/** Rings nobody: the number's last four digits choose what happens, in this process and in its own time. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { ears, speed, wishesFor = async () => [], onTrouble = () => {} } = options
  const clock = createClock(speed)
  const stopping = new AbortController()
  const going = new Map<string, { hangUp: () => void; done: Promise<void> }>()

  function begin(callId: Uuid, run: (hangUp: AbortSignal) => Promise<void>): Promise<void> {
    const hung = new AbortController()
    const done = run(AbortSignal.any([hung.signal, stopping.signal]))
      .catch(onTrouble)
      .finally(() => going.delete(PREFIX + callId))
    going.set(PREFIX + callId, { hangUp: () => hung.abort(), done })
    return done
  }

  async function ring(dial: Dial, outcome: Outcome, hung: AbortSignal): Promise<void> {
    const { callId } = dial
    if (outcome.kind === 'declined') return
    await clock.sleep(outcome.afterSeconds * 1000, hung)
    if (hung.aborted) return ears.news({ callId, status: 'cancelled' })
    if (outcome.kind === 'unanswered') return ears.news({ callId, status: outcome.status })
    await connect(dial.callId, { agentId: dial.agentId, phone: dial.to }, outcome, hung)
  }

  async function connect(
    callId: Uuid,
    { agentId, phone }: { agentId: Uuid; phone: string },
    { by }: Pick<Answered, 'by'>,
    hung: AbortSignal,
  ): Promise<void> {
    await ears.news({ callId, status: 'in_progress', answeredBy: by })
    // Before the talk begins: between its beginning and whoever waits for it nothing else may fail.
    const items = by === 'human' ? await wishesFor(agentId) : []
    const { line, far, closedAt } = createWire(clock)
    hung.addEventListener('abort', far.hangUp)
    const answeredAt = clock.now()
    const { voice, recogniser, wordsOf } = options
    const words = wordsOf && (() => wordsOf(callId))
    const parts = { voice, recogniser, words, clock, speed }
    const talking = ears.connected(callId, line, clock)
    const person =
      by === 'human' ? talkAsPerson(parts, far, createScript({ items, phone })) : talkAsMachine(parts, far)
    void person.catch(onTrouble)
    // What was said last may still be being written down.
    await talking
    far.hangUp()
    const seconds = ((closedAt() ?? clock.now()) - answeredAt) / 1000
    await ears.news({ callId, status: 'completed', seconds })
  }

  return {
    name: 'sandbox',
    speed,
    records: false,
    patienceMs: PATIENCE_MS / Math.min(1, speed),
    async dial(dial) {
      const outcome = outcomeOf(dial.to)
      if (outcome.kind === 'declined') return { outcome: 'declined', reason: 'the number ends in 0000' }
      void begin(dial.callId, (hung) => ring(dial, outcome, hung))
      return { outcome: 'dialing', reference: PREFIX + dial.callId }
    },
    ringIn: ({ callId, agentId, from }) =>
      begin(callId, (hung) => connect(callId, { agentId, phone: from }, { by: 'human' }, hung)),
    async hangUp(reference) {
      going.get(reference)?.hangUp()
    },
    lookUp: async (reference) => (going.has(reference) ? { reference } : undefined),
    fetchRecording: async () => undefined,
    forgetRecording: async () => {},
    hear: () => ({ kind: 'forged' }),
    acknowledge: () => ({ type: 'text/plain', body: '' }),
    take: async () => ({ type: 'text/plain', body: '' }),
    turnAway: () => ({ type: 'text/plain', body: '' }),
    async close() {
      stopping.abort()
      await Promise.all([...going.values()].map(({ done }) => done))
    },
  }
}
