/** What the service and the browser say to each other; one place for the widget, Talk and the SDK. */

export interface WidgetConfig {
  bot: string
  host: string
  version: string
  agentName: string
  shopName: string
  /** #rrggbb */
  accent: string
  theme: 'auto' | 'light' | 'dark'
  side: 'right' | 'left'
  suggestions: string[]
  talk: boolean
}

export interface Session {
  sessionToken: string
  externalUserId: string
  expiresAt: string
  config: { welcomeMessage: string }
}

export interface WidgetMessage {
  id: string
  role: 'user' | 'assistant'
  content: string
  channel: string
  created_at: string
  author: 'visitor' | 'agent' | 'team'
  client_id: string | null
  order?: OrderCard
  products?: ProductCard[]
}

export interface OrderCard {
  id: string
  order_number: string
  status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded'
  currency: 'MYR'
  total: number
  lines: OrderLine[]
  payment_url: string | null
  payment_expires_at: string
  expired: boolean
}

export interface OrderLine {
  name: string
  quantity: number
  unit_price: number
  special_instructions: string | null
}

export interface ProductCard {
  id: string
  name: string
  price: number | null
  /** The price is that of the cheapest variant. */
  from: boolean
  image_url: string | null
  sold_out: boolean
}

export interface StatusEvent {
  status: 'open' | 'pending' | 'closed'
  handler: 'ai' | 'human'
  /** Those whose state changed. */
  orders: OrderCard[]
}

export interface History {
  data: WidgetMessage[]
  hasMore: boolean
}
