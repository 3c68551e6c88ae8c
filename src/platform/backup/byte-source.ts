const NEWLINE = 0x0a

/** Bytes on demand from chunks of any size. Undefined: the chunks ended first. */
export interface ByteSource {
  /** Up to and with the next line break; undefined also when it does not come within `limit` bytes. */
  line(limit: number): Promise<Buffer | undefined>
  take(length: number): Promise<Buffer | undefined>
  isAtEnd(): Promise<boolean>
}

export function byteSource(chunks: AsyncIterable<Buffer>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let length = 0

  async function more(): Promise<boolean> {
    const { done, value } = await iterator.next()
    if (done) return false
    waiting.push(value)
    length += value.length
    return true
  }

  async function take(wanted: number): Promise<Buffer | undefined> {
    while (length < wanted) if (!(await more())) return undefined
    const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting, length)
    waiting = [all.subarray(wanted)]
    length -= wanted
    return all.subarray(0, wanted)
  }

  return {
    take,
    async line(limit) {
      for (let searched = 0, chunk = 0; ; chunk++) {
        if (chunk === waiting.length && (searched > limit || !(await more()))) return undefined
        const bytes = waiting[chunk] as Buffer
        const at = bytes.indexOf(NEWLINE)
        if (at >= 0) return take(searched + at + 1)
        searched += bytes.length
      }
    },
    async isAtEnd() {
      while (length === 0) if (!(await more())) return true
      return false
    },
  }
}
