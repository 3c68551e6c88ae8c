import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { WidgetConfig } from '../client/connection.ts'
import { Rich } from './rich.tsx'
import { LiveControls, TypedControls } from './talk-controls.tsx'
import { isOver, type Talk, type TalkState, type Trouble } from './talk-store.ts'
import type { TalkTexts } from './talk-texts.ts'

export interface SheetProps {
  talk: Talk
  config: WidgetConfig
  texts: TalkTexts
  /** Back to the chat. */
  onLeave(): void
}

export function Sheet(props: SheetProps) {
  const { talk, config, texts, onLeave } = props
  const [, again] = useReducer((count: number) => count + 1, 0)
  const section = useRef<HTMLElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  useEffect(() => {
    talk.onChange = () => again(undefined)
    // Ten times a second: only the ring is moved, nothing is drawn anew.
    talk.onLevel = (level) => ring.current?.style.setProperty('--level', level.toFixed(2))
    section.current?.focus({ preventScroll: true })
    again(undefined)
  }, [talk])

  const { state } = talk
  return (
    <section class="tk" ref={section} tabIndex={-1} aria-label={texts.talkTo(config.agentName)}>
      <div class={`tk-top ${state.lines.length > 0 ? 'tk-small' : ''}`}>
        <div class={`tk-ring tk-${look(state)}`} ref={ring} aria-hidden="true">
          <span class="face">{[...config.agentName][0]}</span>
        </div>
        <p class="tk-state" role="status">
          {words(state, texts, config.agentName)}
        </p>
      </div>
      <Lines state={state} texts={texts} agent={config.agentName} />
      {state.trouble && (
        <p class="tk-trouble" role="alert">
          {troubleText(state, texts)}
        </p>
      )}
      {isOver(state) ? (
        <div class="tk-controls">
          <button type="button" class="tk-button" onClick={onLeave}>
            {texts.backToChat}
          </button>
          {canTryAgain(state.trouble) && (
            <button type="button" class="tk-button tk-main" onClick={() => talk.begin()}>
              {texts.tryAgain}
            </button>
          )}
        </div>
      ) : (
        <Controls {...props} />
      )}
    </section>
  )
}

function Controls(props: SheetProps) {
  const { mode } = props.talk.state
  if (mode === 'typed') return <TypedControls {...props} />
  if (mode === 'live') return <LiveControls {...props} />
  return (
    <div class="tk-controls">
      <button type="button" class="tk-button" onClick={props.onLeave}>
        {props.texts.backToChat}
      </button>
    </div>
  )
}

/** Said, not shown as bubbles: what counts is the newest line. */
function Lines({ state, texts, agent }: { state: TalkState; texts: TalkTexts; agent: string }) {
  const { lines, trouble, mode } = state
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [lines, trouble])
  return (
    <div
      class="tk-lines"
      ref={log}
      role="log"
      aria-label={texts.said}
      // A screen reader that repeats what the agent says would speak over it.
      aria-live={mode === 'live' ? 'off' : 'polite'}
      aria-relevant="additions"
      tabIndex={lines.length > 0 ? 0 : -1}
      hidden={lines.length === 0}
    >
      {lines.map(({ role, text, final }, i) => (
        <div key={i} class={`tk-line tk-${role} ${final ? '' : 'tk-open'}`}>
          <p class="tk-who">{role === 'user' ? texts.you : agent}</p>
          {role === 'user' ? <p class="tk-said">{text}</p> : <Rich source={text} />}
        </div>
      ))}
    </div>
  )
}

function look({ mood, note, isMuted, mode }: TalkState): string {
  if (note === 'recording') return 'recording'
  if (mood === 'listening' && (mode !== 'live' || isMuted)) return 'idle'
  return mood
}

function words({ mood, mode, note, isMuted, isAsking }: TalkState, texts: TalkTexts, agent: string): string {
  if (mood === 'error' && mode === undefined) return texts.notStarted
  if (note === 'asking' || isAsking) return texts.allowMicrophone
  if (note === 'recording') return texts.recording
  if (note === 'sending') return texts.understanding
  if (mood === 'connecting') return texts.connecting
  if (mood === 'thinking') return texts.thinking(agent)
  if (mood === 'speaking') return texts.speaking(agent)
  if (mood !== 'listening') return texts.ended
  if (mode === 'typed') return texts.typeOrRecord
  return isMuted ? texts.muted : texts.listening
}

function troubleText({ trouble, mode }: TalkState, texts: TalkTexts): string {
  // Who types needs no microphone: that is no alarm.
  if (trouble === 'microphone_refused' && mode === 'typed') return texts.typeInstead
  // The session goes on, and what could not be sent is still there.
  if (trouble === 'network_lost' && mode === 'typed') return texts.notSent
  return texts[TROUBLE[trouble as Trouble]]
}

const TROUBLE = {
  microphone_refused: 'microphoneRefused',
  credits_used_up: 'creditsUsedUp',
  site_not_allowed: 'siteNotAllowed',
  network_lost: 'networkLost',
  nothing_heard: 'nothingHeard',
  language_not_supported: 'languageNotSupported',
  voice_unavailable: 'voiceUnavailable',
  too_many: 'tooMany',
} as const satisfies Record<Trouble, keyof TalkTexts>

function canTryAgain(trouble: Trouble | undefined): boolean {
  return trouble !== 'credits_used_up' && trouble !== 'site_not_allowed'
}
