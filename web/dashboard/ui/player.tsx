import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button, IconButton } from './button.tsx'
import { duration } from './format.tsx'
import { Icon } from './icons.tsx'
import { FLAT, peaksOf, Waveform } from './waveform.tsx'

const SPEEDS = [1, 1.5, 2]
const JUMP_SECONDS = 5
const FAR_SECONDS = 15
const ASK_AGAIN_MS = 3_000
/** A link is asked for anew a little before it runs out. */
const SPARE_MS = 10_000

const useTexts = texts({
  en: {
    play: 'Play the recording',
    pause: 'Pause',
    position: 'Position in the recording',
    of: (at: string, all: string) => `${at} of ${all}`,
    speed: (speed: number) => `Speed ${speed}×`,
    pending: 'The recording is being prepared. It plays as soon as it is there.',
    none: 'There is no recording of this call: none was made, or its 30 days are over.',
    failed: 'The recording could not be played. Try again.',
  },
  ms: {
    play: 'Main rakaman',
    pause: 'Jeda',
    position: 'Kedudukan dalam rakaman',
    of: (at: string, all: string) => `${at} daripada ${all}`,
    speed: (speed: number) => `Kelajuan ${speed}×`,
    pending: 'Rakaman sedang disediakan. Ia dimainkan sebaik sahaja siap.',
    none: 'Tiada rakaman bagi panggilan ini: tidak dirakam, atau tempoh 30 hari sudah tamat.',
    failed: 'Rakaman tidak dapat dimainkan. Cuba lagi.',
  },
})

/** The recording of a call: asked for when somebody wants to hear it, because every asking is on record. */
export function Player({ callId, seconds }: { callId: string; seconds: number }) {
  const words = useTexts()
  const sound = useRecording(callId)
  const { at, state, isPlaying } = sound
  const [speed, setSpeed] = useState(1)
  const length = sound.length ?? seconds
  if (state === 'none') return <Note text={words.none} />

  function keys(event: React.KeyboardEvent): void {
    const jumps: Record<string, number> = {
      ArrowLeft: at - JUMP_SECONDS,
      ArrowDown: at - JUMP_SECONDS,
      ArrowRight: at + JUMP_SECONDS,
      ArrowUp: at + JUMP_SECONDS,
      PageDown: at - FAR_SECONDS,
      PageUp: at + FAR_SECONDS,
      Home: 0,
      End: length,
    }
    const to = jumps[event.key]
    if (to === undefined) return
    event.preventDefault()
    sound.seek(Math.min(Math.max(0, to), length))
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <audio {...sound.audio} />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? words.pause : words.play}
          look="primary"
          className="shrink-0"
          disabled={state === 'loading'}
          aria-busy={state === 'loading' || undefined}
          onClick={sound.toggle}
        />
        <div className="relative grow rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <Waveform peaks={sound.peaks ?? FLAT} played={length > 0 ? at / length : 0} />
          <input
            type="range"
            min={0}
            max={length}
            step={0.1}
            value={Math.min(at, length)}
            aria-label={words.position}
            aria-valuetext={words.of(duration(at), duration(length))}
            disabled={state !== 'ready'}
            onChange={({ target }) => sound.seek(Number(target.value))}
            onKeyDown={keys}
            className="absolute inset-0 w-full cursor-pointer opacity-0 disabled:cursor-default"
          />
        </div>
        <span className="shrink-0 text-xs tabular-nums text-quiet">
          {duration(at)} / {duration(length)}
        </span>
        <Button
          look="quiet"
          className="shrink-0 tabular-nums"
          aria-label={words.speed(speed)}
          onClick={() => {
            const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
            setSpeed(next)
            sound.setSpeed(next)
          }}
        >
          {speed}×
        </Button>
      </div>
      <div role="status">
        {state === 'pending' && <Note text={words.pending} />}
        {state === 'failed' && <Note text={words.failed} />}
      </div>
    </div>
  )
}

function Note({ text }: { text: string }) {
  return (
    <p className="flex gap-2 text-sm text-quiet">
      <Icon name="info" />
      {text}
    </p>
  )
}

type State = 'idle' | 'loading' | 'pending' | 'none' | 'failed' | 'ready'

/** The sound itself: its link, its file where another host lets us read it, and where it plays. */
function useRecording(callId: string) {
  const element = useRef<HTMLAudioElement>(null)
  const link = useRef<{ until: number; blob?: string; isGone?: boolean }>({ until: 0 })
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  const speed = useRef(1)
  const [state, setState] = useState<State>('idle')
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number>()
  const [peaks, setPeaks] = useState<number[]>()

  useEffect(() => {
    const held = link.current
    held.isGone = false
    return () => {
      held.isGone = true
      clearTimeout(again.current)
      if (held.blob) URL.revokeObjectURL(held.blob)
    }
  }, [])

  async function load(): Promise<void> {
    setState('loading')
    try {
      const { data } = await api('GET /calls/:id/recording', { params: { id: callId } })
      link.current.until = Date.now() + data.expires_in * 1_000 - SPARE_MS
      const bytes = await bytesOf(data.url)
      // Who has left is played nothing, and nothing is kept or asked for again for them.
      if (link.current.isGone) return
      setState('ready')
      await start(bytes ? keep(bytes) : data.url)
    } catch (error) {
      if (!link.current.isGone) refuse(error)
    }
  }

  function keep(bytes: ArrayBuffer): string {
    const { blob } = link.current
    if (blob) URL.revokeObjectURL(blob)
    const url = URL.createObjectURL(new Blob([bytes], { type: 'audio/mpeg' }))
    Object.assign(link.current, { blob: url, until: Number.POSITIVE_INFINITY })
    void peaksOf(bytes).then(setPeaks, () => {})
    return url
  }

  function refuse(error: unknown): void {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'recording_pending') {
      setState('pending')
      clearTimeout(again.current)
      again.current = setTimeout(() => void load(), ASK_AGAIN_MS)
    } else setState(code === 'no_recording' ? 'none' : 'failed')
  }

  async function start(url: string): Promise<void> {
    const audio = element.current
    if (!audio) return
    const from = audio.currentTime
    audio.src = url
    audio.currentTime = from
    audio.playbackRate = speed.current
    // Where a browser wants another press for sound, the button is there for it.
    await audio.play().catch(() => {})
  }

  return {
    state,
    isPlaying,
    at,
    length,
    peaks,
    audio: {
      ref: element,
      preload: 'none' as const,
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onTimeUpdate: () => setAt(element.current?.currentTime ?? 0),
      onDurationChange: () => {
        const all = element.current?.duration ?? 0
        if (Number.isFinite(all) && all > 0) setLength(all)
      },
      onError: () => {
        if (state === 'ready') setState('failed')
      },
    },
    toggle(): void {
      const audio = element.current
      if (!audio) return
      if (isPlaying) audio.pause()
      else if (state !== 'ready' || Date.now() > link.current.until) void load()
      else void audio.play().catch(() => setState('failed'))
    },
    seek(to: number): void {
      const audio = element.current
      if (!audio || state !== 'ready') return
      audio.currentTime = to
      setAt(to)
    },
    setSpeed(next: number): void {
      speed.current = next
      if (element.current) element.current.playbackRate = next
    },
  }
}

/** The file in our hands, to be drawn too; undefined where another host does not let us read it. */
async function bytesOf(url: string): Promise<ArrayBuffer | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' })
    return response.ok ? await response.arrayBuffer() : undefined
  } catch {
    return undefined
  }
}
