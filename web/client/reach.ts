/**
 * A site that is not allowed gets no CORS header and looks like a broken network. What anybody may read tells them apart:
 * with the service's own status, because a proxy has a page for every address when the service behind it is down.
 */
export async function isServiceThere(host: string, signal?: AbortSignal | null): Promise<boolean> {
  if (navigator.onLine === false) return false
  return fetch(`${host}/sdk/icebot.d.ts`, {
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ?? null,
  }).then(
    ({ ok }) => ok,
    () => false,
  )
}
