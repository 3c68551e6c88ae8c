/** What one request was told by its window. */
export interface Verdict {
  allowed: boolean
  limit: number
  /** Requests that would still pass at this moment. */
  remaining: number
  /** Whole seconds until the next slot frees, 1 or more; after a refusal this is the Retry-After. */
  resetSeconds: number
}

export interface Rule {
  limit: number
  windowMs: number
}

/** Counts the requests of each key over the trailing window. A refused request does not count. */
export interface Window {
  /** The local driver answers at once, the shared one with a promise. */
  take(key: string): Verdict | Promise<Verdict>
}

export interface Limits {
  /** The window of that name; asking twice gives the same counts. */
  window(name: string, rule: Rule): Window
  /** Releases everything, so that the process can end. */
  close(): Promise<void>
}
