import type { Config } from '../config.ts'

/** The address people use: as configured, or where the service listens. */
export function baseUrlOf(config: Config, port: number = config.port): string {
  if (config.baseUrl !== undefined) return config.baseUrl
  const anywhere = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(config.host)
  const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
