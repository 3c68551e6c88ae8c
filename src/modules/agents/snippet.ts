import type { Uuid } from '../../lib/ids.ts'

/** The line that puts an agent's chat on a website. */
export function snippetOf(host: string, agentId: Uuid): string {
  return `<script src="${host}/api/widget/embed?bot=${agentId}" async></script>`
}
