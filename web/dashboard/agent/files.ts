export const LONGEST_BODY = 500_000
export const LONGEST_TITLE = 200
export const MOST_DOCUMENTS = 500

export interface Brought {
  file: string
  title: string
  body: string
  problem?: 'kind' | 'empty' | 'long' | 'binary' | undefined
}

/** A file that somebody brought, as a document: its first heading is its title, else its name. */
export async function readFile(file: File): Promise<Brought> {
  const named = file.name.replace(/\.(txt|md|markdown)$/i, '')
  const nothing = { file: file.name, title: named, body: '' }
  if (named === file.name) return { ...nothing, problem: 'kind' }
  // Four bytes a character at most; what is larger need not be read to be refused.
  if (file.size > LONGEST_BODY * 4) return { ...nothing, problem: 'long' }
  const body = decoded(await file.arrayBuffer())
  if (body === undefined) return { ...nothing, problem: 'binary' }
  const title = titleOf(body) ?? named
  return { file: file.name, title, body, problem: problemOf(body) }
}

/** As text in UTF-8, or undefined when it is none. */
function decoded(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

function titleOf(body: string): string | undefined {
  const [, heading] = /^#{1,2}[ \t]+(.+?)[ \t#]*$/m.exec(body.slice(0, 2_000)) ?? []
  return heading?.slice(0, LONGEST_TITLE)
}

function problemOf(body: string): Brought['problem'] {
  if (body.trim() === '') return 'empty'
  return body.length > LONGEST_BODY ? 'long' : undefined
}
