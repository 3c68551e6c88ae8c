export interface Ran {
  code: number
  /** What it wrote into the one file it may write. */
  file: Uint8Array
}

const OK = 0
const BAD_DESCRIPTOR = 8
const NO_SUCH_FILE = 44
const FOLDER = 3
const FILE = 4
const LARGEST_FILE = 16 * 1024 * 1024

class Exit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

/**
 * Runs a WASI program that writes one file, which stays in memory: no folder on a disk that may be full or read-only,
 * nothing to clean up, and nothing else in reach of the program. Only the calls it imports are here.
 */
export function runProgram(program: WebAssembly.Module, args: string[], fileName: string): Ran {
  const texts = args.map((arg) => new TextEncoder().encode(`${arg.replaceAll('\0', ' ')}\0`))
  const file = new MemoryFile()
  let memory: WebAssembly.Memory
  const view = () => new DataView(memory.buffer)
  const bytes = (at: number, length: number) => new Uint8Array(memory.buffer, at, length)

  const calls = {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, texts.length, true)
      view().setUint32(size, total(texts), true)
      return OK
    },
    args_get(pointers: number, buffer: number) {
      let at = buffer
      texts.forEach((text, i) => {
        view().setUint32(pointers + 4 * i, at, true)
        bytes(at, text.length).set(text)
        at += text.length
      })
      return OK
    },
    clock_time_get(_id: number, _precision: bigint, at: number) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
      return OK
    },
    fd_close: () => OK,
    fd_fdstat_set_flags: () => OK,
    fd_fdstat_get(fd: number, at: number) {
      bytes(at, 24).fill(0)
      view().setUint8(at, fd === FOLDER ? 3 : fd === FILE ? 4 : 2)
      view().setBigUint64(at + 8, 0x1fff_ffffn, true)
      view().setBigUint64(at + 16, 0x1fff_ffffn, true)
      return OK
    },
    fd_prestat_get(fd: number, at: number) {
      if (fd !== FOLDER) return BAD_DESCRIPTOR
      view().setUint32(at, 0, true)
      view().setUint32(at + 4, 1, true)
      return OK
    },
    fd_prestat_dir_name(_fd: number, at: number) {
      bytes(at, 1).set([0x2e])
      return OK
    },
    fd_read(_fd: number, _pieces: number, _count: number, at: number) {
      view().setUint32(at, 0, true)
      return OK
    },
    fd_seek(fd: number, offset: bigint, whence: number, at: number) {
      if (fd !== FILE) return BAD_DESCRIPTOR
      view().setBigUint64(at, BigInt(file.seek(Number(offset), whence)), true)
      return OK
    },
    fd_write(fd: number, pieces: number, count: number, at: number) {
      let written = 0
      for (let i = 0; i < count; i++) {
        const length = view().getUint32(pieces + 8 * i + 4, true)
        if (fd === FILE) file.write(bytes(view().getUint32(pieces + 8 * i, true), length))
        written += length
      }
      view().setUint32(at, written, true)
      return OK
    },
    path_open(...given: [number, number, number, number, number, bigint, bigint, number, number]) {
      const [, , path, length, , , , , at] = given
      if (new TextDecoder().decode(bytes(path, length)) !== fileName) return NO_SUCH_FILE
      view().setUint32(at, FILE, true)
      return OK
    },
    proc_exit(code: number) {
      throw new Exit(code)
    },
  }

  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: calls })
  memory = instance.exports.memory as WebAssembly.Memory
  try {
    ;(instance.exports._start as () => void)()
    return { code: 0, file: file.bytes() }
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, file: file.bytes() }
    throw error
  }
}

class MemoryFile {
  #content = new Uint8Array(64 * 1024)
  #length = 0
  #place = 0

  write(piece: Uint8Array): void {
    const end = this.#place + piece.length
    if (end > LARGEST_FILE) throw new Error('the program wrote without end')
    if (end > this.#content.length) {
      const larger = new Uint8Array(Math.max(end, this.#content.length * 2))
      larger.set(this.#content.subarray(0, this.#length))
      this.#content = larger
    }
    this.#content.set(piece, this.#place)
    this.#place = end
    this.#length = Math.max(this.#length, end)
  }

  seek(offset: number, whence: number): number {
    this.#place = Math.max(0, offset + ([0, this.#place, this.#length][whence] ?? 0))
    return this.#place
  }

  bytes(): Uint8Array {
    return this.#content.subarray(0, this.#length)
  }
}

function total(texts: Uint8Array[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
