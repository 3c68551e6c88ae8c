/** Makes each piece while the one before is listened to. Who stops listening, or gives up, stops what is being made. */
export async function* oneAhead<Piece, Made>(
  pieces: Piece[],
  make: (piece: Piece, signal: AbortSignal) => Promise<Made>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Made> {
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  const begin = (i: number) => {
    const piece = pieces[i]
    if (piece === undefined) return undefined
    const made = make(piece, stop.signal)
    // It may fail while nobody looks at it yet; whoever awaits it still hears of it.
    made.catch(() => {})
    return made
  }
  try {
    let made = begin(0)
    for (let i = 1; made !== undefined; i++) {
      const piece: Made = await made
      made = begin(i)
      yield piece
    }
  } finally {
    signal?.removeEventListener('abort', giveUp)
    stop.abort()
  }
}
