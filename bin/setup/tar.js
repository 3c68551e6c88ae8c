import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const BLOCK = 512

/** As package managers write it: `sha512-` and base64. */
export async function integrityOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/**
 * Writes the files of a .tgz that `placeOf` gives a path for; resolves to how many. Nothing is written where the archive says,
 * only where we say, and every entry but a plain file is passed over.
 */
export async function unpack(file, placeOf) {
  const blocks = reader(createReadStream(file).pipe(createGunzip()))
  let written = 0
  for (;;) {
    const head = await blocks.take(BLOCK)
    // Two empty blocks are the end.
    if (!head || head[0] === 0) break
    const size = Number.parseInt(text(head, 124, 12), 8) || 0
    const isFile = head[156] === 0 || head[156] === 0x30
    const place = isFile
      ? placeOf([text(head, 345, 155), text(head, 0, 100)].filter(Boolean).join('/'))
      : undefined
    if (place === undefined) {
      await blocks.pass(size)
    } else {
      mkdirSync(dirname(place), { recursive: true })
      await pipeline(Readable.from(blocks.pieces(size)), createWriteStream(place))
      written++
    }
    await blocks.pass((BLOCK - (size % BLOCK)) % BLOCK)
  }
  return written
}

function text(block, at, length) {
  const end = block.indexOf(0, at)
  return block.toString('latin1', at, end < 0 ? at + length : Math.min(end, at + length)).trim()
}

/** A stream in portions of our choosing, never more of it in memory than it hands over at once. */
function reader(stream) {
  const source = stream[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  async function* pieces(size) {
    for (let left = size; left > 0; ) {
      if (held.length === 0) {
        const { done, value } = await source.next()
        if (done) throw new Error('the archive is cut off')
        held = value
      }
      const piece = held.subarray(0, left)
      held = held.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  return {
    pieces,
    async pass(size) {
      for await (const _ of pieces(size));
    },
    async take(size) {
      const parts = []
      try {
        for await (const piece of pieces(size)) parts.push(piece)
      } catch {
        return undefined
      }
      return Buffer.concat(parts)
    },
  }
}
