/** What serve says once it is ready; with --json exactly this document. */
export interface Announcement {
  roles: string[]
  baseUrl?: string | undefined
  /** Whether the demo shop is there to be visited. */
  hasDemo?: boolean
  /** On the very first start only. */
  demo?: { workspaceId: string; agentId: string; email: string; link: string; key: string }
}

export function announce({ baseUrl, demo, hasDemo, roles }: Announcement): string {
  if (baseUrl === undefined) return `\n  icebot is working (${roles.join(', ')})\n\n`
  const lines = [
    '',
    `  ${bold('icebot is ready')}`,
    '',
    `  Dashboard      ${baseUrl}`,
    ...(hasDemo ? [`  Demo shop      ${baseUrl}/demo`] : []),
    `  API reference  ${baseUrl}/docs`,
    '',
    ...(demo ? firstTime(baseUrl, demo) : again(baseUrl)),
    '',
    '  Ctrl-C stops everything.',
    '',
    '',
  ]
  return lines.join('\n')
}

function firstTime(baseUrl: string, demo: NonNullable<Announcement['demo']>): string[] {
  return [
    `  Sign in        ${demo.email}`,
    `                 choose a password (once, within 24 hours): ${demo.link}`,
    `  API key        ${demo.key}`,
    '                 of the demo shop “Kopi Seri”; shown this once',
    '',
    '  Three things to try:',
    '',
    `  ${dim('# what customers wrote last')}`,
    `  curl -s '${baseUrl}/api/v1/conversations?limit=3' -H 'Authorization: Bearer ${demo.key}'`,
    '',
    `  ${dim('# what they ordered, and what the store has not acknowledged yet')}`,
    `  curl -s '${baseUrl}/api/v1/orders?unacknowledged=1' -H 'Authorization: Bearer ${demo.key}'`,
    '',
    `  ${dim('# talk to the agent, in English or Malay; a real order comes of it')}`,
    `  npm run -s icebot -- chat --agent ${demo.agentId}`,
  ]
}

function again(baseUrl: string): string[] {
  return [
    '  Sign in        with your email; a new link:  npm run -s icebot -- user reset --email EMAIL',
    '  API key        was shown once; a new one:    npm run -s icebot -- key create --agent ID',
    '',
    '  Three things to try:',
    '',
    `  ${dim('# your workspaces, and the agents of one')}`,
    '  npm run -s icebot -- workspace list',
    '  npm run -s icebot -- agent list --workspace ID',
    '',
    `  ${dim('# what customers wrote last')}`,
    `  curl -s '${baseUrl}/api/v1/conversations?limit=3' -H 'Authorization: Bearer KEY'`,
    '',
    `  ${dim('# everything in one file, while the service runs')}`,
    '  npm run -s icebot -- backup my-shop.icebot-backup',
  ]
}

const styled = (code: string) => (text: string) =>
  process.stdout.isTTY ? `\x1b[${code}m${text}\x1b[0m` : text
const bold = styled('1')
const dim = styled('2')
