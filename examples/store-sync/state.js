import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from './problem.js'

const EMPTY = {
  /** created_at of the last order read; every order up to it is in `orders`. */
  ordersUpTo: null,
  /** The store's own orders, by the service's order id. */
  orders: {},
  /** The number of the store's next order. */
  nextNumber: 1001,
  /** Deliveries that were answered with 200 and not worked on yet. */
  inbox: [],
  /** Ids of the latest deliveries, to know one that comes again. */
  seen: [],
  /** What the service was last told about each product, by its id in the file. */
  catalogue: {},
  /** When messages were followed first, how far the conversations were looked through, the last message read of each. */
  messages: { startedAt: null, upTo: null, conversations: {} },
}

/**
 * All the connector remembers, in one JSON file. Change `data`, then await `save()`: when it returns, the change is on the disk.
 * The file is replaced as a whole, so that a crash leaves the old one or the new one, never half of one.
 */
export async function openState(path) {
  const data = { ...structuredClone(EMPTY), ...(await read(path)) }
  let writing = Promise.resolve()
  let next = null

  /** Whoever asks while the file is being written shares the write that comes after it. */
  function save() {
    next ??= writing.then(() => {
      writing = next.catch(() => {})
      next = null
      return write(path, `${JSON.stringify(data, null, 1)}\n`)
    })
    return next
  }

  return { data, save }
}

/** For commands that only look: the connector may be running, and it alone writes. */
export async function readState(path) {
  return { ...structuredClone(EMPTY), ...(await read(path)) }
}

async function read(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}'
    throw new Problem(`The state file ${path} cannot be read: ${error.code}.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(`The state file ${path} is damaged; put a copy back, or move it away to start anew.`)
  }
}

async function write(path, text) {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

/** The new name, too, has to survive a power cut. Windows has no such thing. */
async function syncFolder(path) {
  const folder = await open(path).catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
