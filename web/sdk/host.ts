import { IceBotError } from '../client/voice-error.ts'

/** Filled in when the file is served. */
const HOST = '__ICEBOT_WIDGET_URL__'

export interface Whose {
  bot: string
  host?: string | undefined
}

/** Where the service is, without a slash at the end. Refuses pages that no allowed domain can name. */
export function hostFor({ bot, host = HOST }: Whose): string {
  if (typeof bot !== 'string' || bot === '')
    throw new TypeError('IceBot: the option bot (the agent’s id) is missing.')
  if (location.protocol === 'file:' || location.origin === 'null')
    throw new IceBotError(
      'site_not_allowed',
      'A local file or a sandboxed frame has no site: serve this page from an allowed domain, or from localhost.',
    )
  return host.replace(/\/+$/, '')
}
