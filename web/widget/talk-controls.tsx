import { useEffect, useRef, useState } from 'preact/hooks'
import { LONGEST_NOTE_SECONDS } from '../client/voice-note.ts'
import { useGrowing } from './growing.ts'
import { CloseIcon, SendIcon, TalkIcon } from './icons.tsx'
import { MutedIcon, SilentIcon, SpeakerIcon } from './talk-icons.tsx'
import type { SheetProps } from './talk-panel.tsx'

const LONGEST_TEXT = 4_000
const NEAR_END_SECONDS = 10

export function LiveControls({ talk, texts, onLeave }: SheetProps) {
  const { isMuted } = talk.state
  return (
    <div class="tk-controls">
      <button
        type="button"
        class="tk-round"
        aria-pressed={isMuted}
        aria-label={isMuted ? texts.unmute : texts.mute}
        title={isMuted ? texts.unmute : texts.mute}
        onClick={() => talk.setMuted(!isMuted)}
      >
        {isMuted ? <MutedIcon /> : <TalkIcon />}
      </button>
      <button type="button" class="tk-button tk-hang-up" onClick={onLeave}>
        {texts.hangUp}
      </button>
    </div>
  )
}

/** A field and a microphone. While a note is recorded there is nothing else to decide than to send it or not. */
export function TypedControls(props: SheetProps) {
  const { talk, texts, onLeave } = props
  const { isMuted, note } = talk.state
  const isRecorded = note === 'recording' || note === 'unsent'
  return (
    <>
      <div class="tk-side">
        <button type="button" class="tk-plain" onClick={onLeave}>
          {texts.backToChat}
        </button>
        <button type="button" class="tk-plain" aria-pressed={isMuted} onClick={() => talk.setMuted(!isMuted)}>
          {isMuted ? <SilentIcon /> : <SpeakerIcon />}
          {isMuted ? texts.readAloud : texts.readSilently}
        </button>
      </div>
      {isRecorded ? <NoteBar {...props} /> : <Field {...props} />}
    </>
  )
}

function NoteBar({ talk, texts }: SheetProps) {
  const send = useRef<HTMLButtonElement>(null)
  useEffect(() => send.current?.focus({ preventScroll: true }), [])
  const { note, noteSeconds } = talk.state
  const left = LONGEST_NOTE_SECONDS - noteSeconds
  return (
    <div class="composer">
      <button
        type="button"
        class="tool"
        aria-label={texts.discardNote}
        title={texts.discardNote}
        onClick={() => talk.discardNote()}
      >
        <CloseIcon />
      </button>
      <p class="tk-note">
        {note === 'recording' && <span class="tk-dot" aria-hidden="true" />}
        {`${Math.floor(noteSeconds / 60)}:${String(noteSeconds % 60).padStart(2, '0')}`}
        {left <= NEAR_END_SECONDS && <span class="tk-left">{texts.secondsLeft(left)}</span>}
      </p>
      <button
        type="button"
        class="tool send"
        ref={send}
        aria-label={texts.sendNote}
        title={texts.sendNote}
        onClick={() => void talk.sendNote()}
      >
        <SendIcon />
      </button>
    </div>
  )
}

function Field({ talk, texts, config }: SheetProps) {
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const { note, canRecord } = talk.state
  const canSend = draft.trim() !== ''
  useGrowing(input, draft)
  const send = async () => {
    if (!canSend) return
    setDraft('')
    input.current?.focus()
    if (!(await talk.send(draft))) setDraft((since) => since || draft)
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={input}
        rows={1}
        value={draft}
        maxLength={LONGEST_TEXT}
        placeholder={texts.write(config.agentName)}
        aria-label={texts.write(config.agentName)}
        autocomplete="off"
        enterkeyhint="send"
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
          event.preventDefault()
          void send()
        }}
      />
      {canSend || !canRecord ? (
        <button
          type="submit"
          class="tool send"
          aria-label={texts.send}
          title={texts.send}
          disabled={!canSend}
        >
          <SendIcon />
        </button>
      ) : (
        <button
          type="button"
          class="tool send"
          aria-label={texts.record}
          title={texts.record}
          disabled={note !== 'none'}
          onClick={() => void talk.record()}
        >
          <TalkIcon />
        </button>
      )}
    </form>
  )
}
