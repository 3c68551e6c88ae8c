import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Rows as COPY writes them: whole lines. */
export interface Block {
  bytes: Buffer
  rows: number
}

export interface CopyIn {
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

/** What node-postgres offers to copying packages and its types leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const BLOCK_BYTES = 128 * 1024
const BLOCKS_AHEAD = 4

/** The rows of a query, no faster than they are read: the socket rests while the reader is behind. */
export function copyOut(client: pg.Client, select: string): AsyncIterable<Block> {
  const { stream } = client.connection
  const blocks = new Readable({
    objectMode: true,
    highWaterMark: BLOCKS_AHEAD,
    read: () => stream.resume(),
  })
  let bytes = Buffer.allocUnsafe(BLOCK_BYTES)
  let used = 0
  let rows = 0

  function handOver(): void {
    if (rows === 0) return
    if (!blocks.push({ bytes: bytes.subarray(0, used), rows })) stream.pause()
    used = 0
    rows = 0
  }

  client.query({
    submit: (connection: pg.Connection) => connection.query(`copy (${select}) to stdout`),
    // One message is one row, and it lies in a buffer the parser will use again.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (used + chunk.length > bytes.length) {
        handOver()
        bytes = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, chunk.length))
      }
      chunk.copy(bytes, used)
      used += chunk.length
      rows++
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      handOver()
      blocks.push(null)
      stream.resume()
    },
    handleError: (error: Error) => blocks.destroy(error),
  })
  return blocks
}

/** Rows into a table in one statement, however many. After a failure the connection is of no more use. */
export function copyIn(client: pg.Client, target: string): Promise<CopyIn> {
  const connection = client.connection as CopyConnection
  const { stream } = connection
  return new Promise((resolve, reject) => {
    const finished = new Promise<void>((finish, fail) => {
      client.query({
        submit: () => connection.query(`copy ${target} from stdin`),
        handleCopyInResponse: () => resolve({ write, end }),
        handleCommandComplete() {},
        handleReadyForQuery: () => finish(),
        handleError(error: Error) {
          reject(error)
          fail(error)
        },
      })
    })
    // Kept for whoever writes or ends next.
    finished.catch(() => {})

    async function write(bytes: Buffer): Promise<void> {
      connection.sendCopyFromChunk(bytes)
      if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), finished])
    }
    async function end(): Promise<void> {
      connection.endCopyFrom()
      await finished
    }
  })
}
