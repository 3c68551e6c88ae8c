/** A conversation of the demo shop's past week. */
export interface Story {
  channel: 'website' | 'whatsapp' | 'telegram'
  customer: { name?: string; phone?: string }
  status: 'open' | 'pending' | 'closed'
  handler: 'ai' | 'human'
  labels: string[]
  summary: string | null
  /** When it began, counted back from now. */
  daysAgo: number
  /** Local time of the shop (UTC+8) as HH:MM. */
  at: string
  /** Who spoke and how many seconds after the one before. */
  messages: [who: 'customer' | 'agent' | 'team', secondsLater: number, text: string][]
  notes?: string[]
}
