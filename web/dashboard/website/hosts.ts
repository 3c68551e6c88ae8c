export const bareOf = (entry: string) => entry.replace(/^\*\./, '').replace(/:\d+$/, '')
const isLocal = (entry: string) => /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)(:\d+)?$/.test(entry)
export const originOf = (entry: string) => `${isLocal(entry) ? 'http' : 'https'}://${entry}`

/** A host people reach with and without `www.`: a name right below a public ending. */
export const isShopHost = (entry: string) =>
  /^(?!www\.)[^.:*]+\.((com|net|org|edu|gov|co|name|biz)\.[a-z]{2}|[a-z]{2,})$/.test(entry)

export function portOf(origin: string | null | undefined): string {
  if (!origin) return ''
  const { port, protocol } = new URL(origin)
  return port || (protocol === 'https:' ? '443' : '80')
}
