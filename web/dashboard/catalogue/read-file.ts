/** What the service takes at most. */
const MOST_BYTES = 12 * 1024 * 1024
const MOST_CHARACTERS = 5_000_000

export interface ReadFile {
  name: string
  text: string
  encoding: 'utf-8' | 'utf-16' | 'windows-1252'
}

export type Unreadable = 'tooLarge' | 'isWorkbook' | 'isEmpty' | 'isBinary'

/** The text of a file. What is not UTF-8 is most likely from an older Excel. */
export async function readFile(file: File): Promise<ReadFile | Unreadable> {
  if (file.size > MOST_BYTES) return 'tooLarge'
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A workbook is a ZIP archive, an old one an OLE document.
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return 'isWorkbook'
  const { text, encoding } = decode(bytes)
  if (text.includes('\0')) return 'isBinary'
  return checked({ name: file.name, text, encoding })
}

export function checked(file: ReadFile): ReadFile | Unreadable {
  if (file.text.trim() === '') return 'isEmpty'
  return file.text.length > MOST_CHARACTERS ? 'tooLarge' : file
}

function decode(bytes: Uint8Array): Pick<ReadFile, 'text' | 'encoding'> {
  if (startsWith(bytes, [0xff, 0xfe])) return read(bytes, 'utf-16le', 'utf-16')
  if (startsWith(bytes, [0xfe, 0xff])) return read(bytes, 'utf-16be', 'utf-16')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return read(bytes, 'windows-1252', 'windows-1252')
  }
}

function read(bytes: Uint8Array, label: string, encoding: ReadFile['encoding']) {
  return { text: new TextDecoder(label).decode(bytes), encoding }
}

function startsWith(bytes: Uint8Array, beginning: number[]): boolean {
  return beginning.every((byte, place) => bytes[place] === byte)
}
