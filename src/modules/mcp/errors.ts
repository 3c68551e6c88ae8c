import type { Problem } from '../../platform/http/index.ts'

interface Extra {
  data?: unknown
  /** HTTP statuses: an error of the legacy era travels in a 200 (specification, section 7), 2026-07-28 names others. */
  status?: number
  modernStatus?: number
}

/** A JSON-RPC error object: the caller, not the tool, has something to mend. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  readonly status: number
  readonly modernStatus: number

  constructor(code: number, message: string, { data, status = 200, modernStatus = status }: Extra = {}) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
    this.status = status
    this.modernStatus = modernStatus
  }
}

export const parseError = () => new RpcError(-32700, 'the body is not valid JSON', { modernStatus: 400 })
export const invalidRequest = (message: string) => new RpcError(-32600, message, { modernStatus: 400 })
export const unknownMethod = (method: string) =>
  new RpcError(-32601, `unknown method: ${method}`, { modernStatus: 404 })
export const invalidParams = (message: string, details?: Problem[]) =>
  new RpcError(-32602, message, details ? { data: { details } } : {})

/** The part of a request that 2026-07-28 asks for beyond what the method itself needs. */
export const incompleteMeta = (message: string) => new RpcError(-32602, message, { status: 400 })
export const headerMismatch = (message: string) => new RpcError(-32020, message, { status: 400 })
export const unsupportedVersion = (requested: string, supported: readonly string[]) =>
  new RpcError(-32022, 'Unsupported protocol version', { data: { supported, requested }, status: 400 })
