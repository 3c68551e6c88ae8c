import { request as httpRequest } from 'node:http'
import { system } from '../../src/modules/audit/index.ts'
import { receive } from '../../src/modules/conversations/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import type { Reply, Shop } from './service.ts'

/** One POST with exactly these headers and bytes, and no others but what HTTP itself needs. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<Omit<Reply, 'headers'>> {
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    const asked = httpRequest(url, { method: 'POST', headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode ?? 0, text, json: text === '' ? undefined : JSON.parse(text) })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** A customer writes; the id of their conversation. */
export async function hear(
  db: Db,
  { workspace, agent }: Pick<Shop, 'workspace' | 'agent'>,
  from: { user: string; text?: string; channel?: string; name?: string },
): Promise<string> {
  const { conversation } = await receive(
    { db, workspaceId: workspace.id, agentId: agent.id, actor: system },
    {
      channel: from.channel ?? 'whatsapp',
      external_user_id: from.user,
      name: from.name,
      text: from.text ?? 'hello',
    },
  )
  return conversation.id
}
