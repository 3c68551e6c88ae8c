/** The interface's own words; what agent and shop say comes from the service. */
export interface Texts {
  lang: 'en' | 'ms' | 'zh'
  /** How dates are written. */
  locale: string
  openChat: string
  closeChat: string
  chatWith: (agent: string, shop: string) => string
  unread: (count: number) => string
  repliesAtOnce: string
  teamReplies: string
  connecting: string
  offline: string
  conversation: string
  you: string
  team: string
  typing: (agent: string) => string
  sending: string
  sent: string
  notSent: string
  tryAgain: string
  suggestions: string
  /** Where the shop has chosen none of its own. */
  usualSuggestions: string[]
  write: string
  send: string
  talk: string
  tooLong: string
  left: (count: number) => string
  justNow: string
  yourOrder: string
  total: string
  pay: (amount: string) => string
  newTab: string
  paid: string
  cancelled: string
  expired: string
  refunded: string
  soldOut: string
  from: (amount: string) => string
  notAllowed: string
  notFound: string
  unreachable: string
  talkUnavailable: string
  tooBusy: string
  /** Out of credits: the message is kept. */
  onABreak: string
}

const en: Texts = {
  lang: 'en',
  locale: 'en-MY',
  openChat: 'Open chat',
  closeChat: 'Close chat',
  chatWith: (agent, shop) => `Chat with ${agent}, ${shop}`,
  unread: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  repliesAtOnce: 'Replies at once',
  teamReplies: 'The team will reply',
  connecting: 'Connecting…',
  offline: 'Offline. Messages are sent later.',
  conversation: 'Conversation',
  you: 'You',
  team: 'The team',
  typing: (agent) => `${agent} is typing`,
  sending: 'Sending',
  sent: 'Sent',
  notSent: 'Not sent.',
  tryAgain: 'Try again',
  suggestions: 'Suggestions',
  usualSuggestions: ['Show me the menu', 'Opening hours?', 'Talk to a person'],
  write: 'Write a message',
  send: 'Send',
  talk: 'Talk',
  tooLong: 'Too long',
  left: (count) => (count === 1 ? '1 character left' : `${count} characters left`),
  justNow: 'just now',
  yourOrder: 'Your order',
  total: 'Total',
  pay: (amount) => `Pay ${amount}`,
  newTab: 'opens in a new tab',
  paid: 'Paid',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
  soldOut: 'Sold out',
  from: (amount) => `from ${amount}`,
  notAllowed: 'This chat cannot be used on this website.',
  notFound: 'This chat is not available any more.',
  unreachable: 'The chat cannot be reached right now. It tries again by itself.',
  talkUnavailable: 'Talking is not possible right now. You can write instead.',
  tooBusy: 'Many people are writing right now. Your message is sent in a moment.',
  onABreak: 'Our assistant is taking a break. Your message is kept and the team will reply.',
}

const ms: Texts = {
  lang: 'ms',
  locale: 'ms-MY',
  openChat: 'Buka sembang',
  closeChat: 'Tutup sembang',
  chatWith: (agent, shop) => `Sembang dengan ${agent}, ${shop}`,
  unread: (count) => `${count} mesej baharu`,
  repliesAtOnce: 'Balas serta-merta',
  teamReplies: 'Pasukan kami akan membalas',
  connecting: 'Menyambung…',
  offline: 'Luar talian. Mesej dihantar kemudian.',
  conversation: 'Perbualan',
  you: 'Anda',
  team: 'Pasukan kami',
  typing: (agent) => `${agent} sedang menaip`,
  sending: 'Sedang dihantar',
  sent: 'Dihantar',
  notSent: 'Gagal dihantar.',
  tryAgain: 'Cuba lagi',
  suggestions: 'Cadangan',
  usualSuggestions: ['Tunjuk menu', 'Waktu buka?', 'Cakap dengan orang'],
  write: 'Tulis mesej',
  send: 'Hantar',
  talk: 'Bercakap',
  tooLong: 'Terlalu panjang',
  left: (count) => `${count} aksara lagi`,
  justNow: 'baru sahaja',
  yourOrder: 'Pesanan anda',
  total: 'Jumlah',
  pay: (amount) => `Bayar ${amount}`,
  newTab: 'dibuka dalam tab baharu',
  paid: 'Sudah dibayar',
  cancelled: 'Dibatalkan',
  expired: 'Tamat tempoh',
  refunded: 'Bayaran dikembalikan',
  soldOut: 'Habis dijual',
  from: (amount) => `dari ${amount}`,
  notAllowed: 'Sembang ini tidak boleh digunakan di laman web ini.',
  notFound: 'Sembang ini tidak lagi tersedia.',
  unreachable: 'Sembang tidak dapat dihubungi sekarang. Ia akan cuba lagi sendiri.',
  talkUnavailable: 'Tidak dapat bercakap sekarang. Anda boleh menulis.',
  tooBusy: 'Ramai yang sedang menulis. Mesej anda dihantar sebentar lagi.',
  onABreak: 'Pembantu kami sedang berehat. Mesej anda disimpan dan pasukan kami akan membalas.',
}

const zh: Texts = {
  lang: 'zh',
  locale: 'zh-MY',
  openChat: '打开聊天',
  closeChat: '关闭聊天',
  chatWith: (agent, shop) => `与 ${agent}（${shop}）聊天`,
  unread: (count) => `${count} 条新消息`,
  repliesAtOnce: '马上回复',
  teamReplies: '店员会回复您',
  connecting: '正在连接…',
  offline: '没有网络，消息稍后发送。',
  conversation: '对话',
  you: '您',
  team: '店员',
  typing: (agent) => `${agent} 正在输入`,
  sending: '正在发送',
  sent: '已发送',
  notSent: '未发送。',
  tryAgain: '重试',
  suggestions: '建议',
  usualSuggestions: ['看菜单', '营业时间？', '找店员'],
  write: '写消息',
  send: '发送',
  talk: '语音对话',
  tooLong: '太长了',
  left: (count) => `还可输入 ${count} 个字`,
  justNow: '刚刚',
  yourOrder: '您的订单',
  total: '总计',
  pay: (amount) => `支付 ${amount}`,
  newTab: '在新标签页打开',
  paid: '已付款',
  cancelled: '已取消',
  expired: '已过期',
  refunded: '已退款',
  soldOut: '已售完',
  from: (amount) => `${amount} 起`,
  notAllowed: '此网站不能使用这个聊天。',
  notFound: '这个聊天已不可用。',
  unreachable: '暂时无法连接聊天，系统会自动重试。',
  talkUnavailable: '现在无法语音对话，您可以打字。',
  tooBusy: '现在咨询的人很多，您的消息稍后发送。',
  onABreak: '助手暂时休息。您的消息已保留，店员会回复您。',
}

/** The first language that is spoken here: the page's, then the browser's, then English. */
export function textsFor(...languages: (string | undefined | null)[]): Texts {
  const spoken: Record<string, Texts> = { en, ms, id: ms, zh }
  for (const language of languages) {
    const texts = spoken[language?.slice(0, 2).toLowerCase() ?? '']
    if (texts) return texts
  }
  return en
}
