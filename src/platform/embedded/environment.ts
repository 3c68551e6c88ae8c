/** PGDATA, PGPORT, LC_* and the like in the caller's environment would change what our own arguments say. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
