export function toBase64(pcm: Int16Array<ArrayBuffer>): string {
  return btoa(String.fromCharCode(...new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)))
}

/** Undefined for what is no sound: a faulty event must not end the talk. */
export function toSamples(base64: string): Int16Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new Int16Array(bytes.buffer, 0, bytes.length >> 1)
  } catch {
    return undefined
  }
}
