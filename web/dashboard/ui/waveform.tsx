import { useId } from 'react'

const BARS = 120
const GAP = 0.35
const LOWEST = 0.06
/** Enough to see who speaks when, and an hour of it still fits into memory. */
const DRAWN_RATE = 8_000

/** Before a recording is there, and where it cannot be read. */
export const FLAT: number[] = Array.from({ length: BARS }, () => LOWEST)

/** How loud each part of a recording is, from 0 to 1. */
export async function peaksOf(bytes: ArrayBuffer): Promise<number[]> {
  // Decoding takes the bytes away from whoever else has them.
  const decoded = await new OfflineAudioContext(1, 1, DRAWN_RATE).decodeAudioData(bytes.slice(0))
  const samples = decoded.getChannelData(0)
  const each = Math.max(1, Math.floor(samples.length / BARS))
  const loud = FLAT.map((_, bar) => meanOf(samples.subarray(bar * each, (bar + 1) * each)))
  const loudest = Math.max(...loud, 0.001)
  return loud.map((one) => Math.max(LOWEST, one / loudest))
}

function meanOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Bars by loudness; what was played is in the accent colour. */
export function Waveform({ peaks, played }: { peaks: number[]; played: number }) {
  const id = useId()
  const bars = peaks
    .map((peak, bar) => `M${bar + GAP / 2} ${(1 - peak) / 2}h${1 - GAP}v${peak}h${GAP - 1}z`)
    .join('')
  return (
    <svg
      viewBox={`0 0 ${peaks.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-waveform={peaks === FLAT ? 'flat' : 'drawn'}
      className="h-10 w-full"
    >
      <clipPath id={id}>
        <rect width={peaks.length * played} height={1} />
      </clipPath>
      <path d={bars} className="fill-edge" />
      <path d={bars} clipPath={`url(#${id})`} className="fill-accent" />
    </svg>
  )
}
