/** Keeps files: recordings of calls. Keys are paths of letters, digits, dashes, dots and slashes. */
export interface Storage {
  readonly name: 'local' | 's3'
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
  /** An address at which anybody who has it may read the file, for so long. */
  link(key: string, seconds: number): Promise<string>
  /** Undefined when the storage serves its own links. */
  readonly local?: LocalFiles
}

/** A link as it came back to us. */
export interface SignedLink {
  key: string
  expires: string
  signature: string
}

export interface LocalFiles {
  /** Where the file lies; undefined when the link was not signed by us, or is too old. */
  open(link: SignedLink): string | undefined
}

export const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/
