/**
 * A site that is not allowed gets no CORS header and looks like a broken network. What anybody may read tells them apart:
 * whether the service is there with its database, without which it cannot know the site either.
 */
export async function isServiceThere(host: string, signal?: AbortSignal | null): Promise<boolean> {
  if (navigator.onLine === false) return false
  return fetch(`${host}/api/widget/ready`, {
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ?? null,
  }).then(
    ({ ok }) => ok,
    () => false,
  )
}
