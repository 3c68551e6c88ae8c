import { texts } from '../i18n.ts'

export type Detail = Record<string, unknown>
/** What was done, after the name of who did it. `who` names a person of the team by their id. */
type Sentence = (detail: Detail, target: string, who: (id: string) => string) => string

const say = (value: unknown): string =>
  Array.isArray(value) ? value.map(say).join(', ') : typeof value === 'string' ? value : String(value ?? '')
const fields = (detail: Detail): string =>
  Object.keys(detail)
    .map((name) => name.replace(/[A-Z]/g, ' $&').replaceAll('_', ' ').toLowerCase())
    .join(', ')

const en: Record<string, Sentence> = {
  'agent.created': () => 'created an agent',
  'agent.updated': (detail) => `changed the agent: ${fields(detail)}`,
  'alert.seen': () => 'looked at an alert',
  'api.call_placed': ({ to }) => `placed a call to ${say(to)}`,
  'api.call_recording_fetched': () => 'fetched the recording of a call',
  'catalogue.synced': ({ created, updated }) =>
    `synced products: ${say(created ?? 0)} new, ${say(updated ?? 0)} changed`,
  'catalogue.archived': ({ archived }) => `archived ${say(archived)} products`,
  'stock.synced': ({ applied }) => `set ${say(applied)} stock levels`,
  'contact.opted_out': (_, phone) => `noted that ${phone} wants no calls from this agent`,
  'contact.opted_in': (_, phone) => `noted that ${phone} may be called by this agent again`,
  'do_not_call.added': (_, phone) => `put ${phone} on the do-not-call list`,
  'do_not_call.removed': (_, phone) => `took ${phone} off the do-not-call list`,
  'conversation.replied': () => 'replied in a conversation',
  'conversation.note_added': () => 'added an internal note',
  'conversation.status_changed': ({ before, after }) =>
    `moved a conversation from ${say(before)} to ${say(after)}`,
  'conversation.labels_changed': ({ after }) =>
    say(after) ? `set the labels of a conversation: ${say(after)}` : 'took the labels off a conversation',
  'conversation.handler_changed': ({ after }) =>
    after === 'ai' ? 'gave a conversation back to the agent' : 'took a conversation over',
  'customer.exported': (_, key) => `exported what is kept about ${key}`,
  'customer.erased': () => 'erased a customer for good',
  'document.created': ({ title }) => `added the document “${say(title)}”`,
  'document.replaced': ({ title }) => `replaced the document “${say(title)}”`,
  'document.removed': ({ title }) => `removed the document “${say(title)}”`,
  'key.created': ({ prefix }) => `created the API key ${say(prefix)}…`,
  'key.revoked': ({ prefix }) => `revoked the API key ${say(prefix)}…`,
  'order.placed': () => 'placed an order by hand',
  'order.paid': () => 'reported an order paid',
  'order.handled': () => 'took an order over',
  'order.cancelled': () => 'cancelled an order',
  'order.refunded': () => 'refunded an order',
  'order.reported': ({ status }) => `reported an order ${say(status)}`,
  'token.created': ({ only }) =>
    only ? 'created a management token for inbound messages' : 'created a management token',
  'token.revoked': () => 'revoked a management token',
  'user.created': ({ role }, id, who) => `added ${who(id)} as ${say(role)}`,
  'user.role_changed': ({ after }, id, who) => `made ${who(id)} ${say(after)}`,
  'user.removed': ({ email }) => `removed ${say(email)} from the team`,
  'user.password_link_created': ({ forgotten }, id, who) =>
    forgotten ? `mailed ${who(id)} a link for a forgotten password` : `made a password link for ${who(id)}`,
  'user.password_set': () => 'chose a new password',
  'webhook.created': ({ url }) => `set up the webhook ${say(url)}`,
  'webhook.updated': () => 'changed the webhook',
  'webhook.removed': ({ url }) => `removed the webhook ${say(url)}`,
  'webhook.secret_rotated': () => 'made a new signing secret for the webhook',
  'webhook.tested': () => 'sent a test to the webhook',
  'webhook.replayed': ({ count }) =>
    count === undefined ? 'sent a webhook delivery again' : `sent ${say(count)} failed deliveries again`,
  'workspace.created': () => 'created the workspace',
  'workspace.updated': (detail) => `changed the workspace: ${fields(detail)}`,
}

const ms: Record<string, Sentence> = {
  'agent.created': () => 'mencipta ejen',
  'agent.updated': (detail) => `mengubah ejen: ${fields(detail)}`,
  'alert.seen': () => 'melihat satu makluman',
  'api.call_placed': ({ to }) => `membuat panggilan ke ${say(to)}`,
  'api.call_recording_fetched': () => 'mengambil rakaman panggilan',
  'catalogue.synced': ({ created, updated }) =>
    `menyelaras produk: ${say(created ?? 0)} baharu, ${say(updated ?? 0)} diubah`,
  'catalogue.archived': ({ archived }) => `mengarkib ${say(archived)} produk`,
  'stock.synced': ({ applied }) => `menetapkan ${say(applied)} paras stok`,
  'contact.opted_out': (_, phone) => `mencatat bahawa ${phone} tidak mahu panggilan ejen ini`,
  'contact.opted_in': (_, phone) => `mencatat bahawa ${phone} boleh dihubungi semula`,
  'do_not_call.added': (_, phone) => `meletakkan ${phone} dalam senarai jangan hubungi`,
  'do_not_call.removed': (_, phone) => `mengeluarkan ${phone} daripada senarai jangan hubungi`,
  'conversation.replied': () => 'membalas dalam perbualan',
  'conversation.note_added': () => 'menambah nota dalaman',
  'conversation.status_changed': ({ before, after }) =>
    `menukar status perbualan daripada ${say(before)} kepada ${say(after)}`,
  'conversation.labels_changed': ({ after }) =>
    say(after) ? `menetapkan label perbualan: ${say(after)}` : 'membuang label perbualan',
  'conversation.handler_changed': ({ after }) =>
    after === 'ai' ? 'menyerahkan perbualan kembali kepada ejen' : 'mengambil alih perbualan',
  'customer.exported': (_, key) => `mengeksport data tentang ${key}`,
  'customer.erased': () => 'memadam pelanggan selama-lamanya',
  'document.created': ({ title }) => `menambah dokumen “${say(title)}”`,
  'document.replaced': ({ title }) => `menggantikan dokumen “${say(title)}”`,
  'document.removed': ({ title }) => `membuang dokumen “${say(title)}”`,
  'key.created': ({ prefix }) => `mencipta kunci API ${say(prefix)}…`,
  'key.revoked': ({ prefix }) => `membatalkan kunci API ${say(prefix)}…`,
  'order.placed': () => 'membuat pesanan secara manual',
  'order.paid': () => 'melaporkan pesanan dibayar',
  'order.handled': () => 'mengambil alih pesanan',
  'order.cancelled': () => 'membatalkan pesanan',
  'order.refunded': () => 'memulangkan wang pesanan',
  'order.reported': ({ status }) => `melaporkan pesanan ${say(status)}`,
  'token.created': ({ only }) =>
    only ? 'mencipta token pengurusan untuk mesej masuk' : 'mencipta token pengurusan',
  'token.revoked': () => 'membatalkan token pengurusan',
  'user.created': ({ role }, id, who) => `menambah ${who(id)} sebagai ${say(role)}`,
  'user.role_changed': ({ after }, id, who) => `menjadikan ${who(id)} ${say(after)}`,
  'user.removed': ({ email }) => `membuang ${say(email)} daripada pasukan`,
  'user.password_link_created': ({ forgotten }, id, who) =>
    forgotten
      ? `menghantar pautan kata laluan yang terlupa kepada ${who(id)}`
      : `membuat pautan kata laluan untuk ${who(id)}`,
  'user.password_set': () => 'memilih kata laluan baharu',
  'webhook.created': ({ url }) => `menyediakan webhook ${say(url)}`,
  'webhook.updated': () => 'mengubah webhook',
  'webhook.removed': ({ url }) => `membuang webhook ${say(url)}`,
  'webhook.secret_rotated': () => 'membuat rahsia tandatangan baharu untuk webhook',
  'webhook.tested': () => 'menghantar ujian kepada webhook',
  'webhook.replayed': ({ count }) =>
    count === undefined
      ? 'menghantar semula satu penghantaran webhook'
      : `menghantar semula ${say(count)} penghantaran yang gagal`,
  'workspace.created': () => 'mencipta ruang kerja',
  'workspace.updated': (detail) => `mengubah ruang kerja: ${fields(detail)}`,
}

/** What was done, in words; an action without a sentence is told by its own name. */
export const useSentences = texts({ en: { sentences: en }, ms: { sentences: ms } })
