const HEADER = 44

/** 16-bit mono samples as a WAV file. */
export function encodeWav(pieces: Int16Array[], rate = 16_000): ArrayBuffer {
  const samples = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const file = new ArrayBuffer(HEADER + samples * 2)
  const view = new DataView(file)
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, file.byteLength - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples * 2, true)
  let at = HEADER
  for (const piece of pieces)
    for (const sample of piece) {
      view.setInt16(at, sample, true)
      at += 2
    }
  return file
}
