/** Two soft notes, a fifth apart. */
const NOTES = [
  { hertz: 587.33, at: 0 },
  { hertz: 880, at: 0.14 },
]
const SECONDS = 0.5
const LOUDNESS = 0.12

let audio: AudioContext | undefined

/** Browsers let a page be heard only after somebody has touched it. */
export function allowSound(): void {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
}

export function playSound(): void {
  if (audio?.state !== 'running') return
  for (const { hertz, at } of NOTES) playNote(audio, hertz, audio.currentTime + at)
}

function playNote(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.frequency.value = hertz
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02)
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + SECONDS)
  tone.connect(loudness).connect(context.destination)
  tone.start(at)
  tone.stop(at + SECONDS)
}
