/**
 * A zone by its name in the time zone database, written as it is there. Offsets such as +08:00, which newer runtimes take
 * for zones, are none: PostgreSQL reads them the other way round.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
