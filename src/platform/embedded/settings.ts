import { totalmem } from 'node:os'
import { PORT } from './names.ts'

const MB = 1024 * 1024

/** From the first choice to what starts on nearly any machine. */
export function sharedBufferSizes(): number[] {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  const eighth = Math.floor(Math.min(totalmem(), limit) / 8 / MB)
  const first = Math.min(1024, Math.max(128, eighth))
  return [first, 128, 32].filter((size, index, all) => all.indexOf(size) === index)
}

export function settings(socketDir: string, sharedBuffersMb: number): string[] {
  const values = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: `${sharedBuffersMb}MB`,
    fsync: 'on',
    timezone: 'UTC',
    datestyle: 'ISO',
    lc_messages: 'C',
    log_timezone: 'UTC',
    // Starts, stops, crashes; not failed statements, whose text may carry what customers wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
