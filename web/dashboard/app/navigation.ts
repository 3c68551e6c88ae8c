import { texts } from '../i18n.ts'
import type { IconName } from '../ui/icons.tsx'

export const usePartNames = texts({
  en: { work: 'Work', agent: 'Agent', integrations: 'Integrations', settings: 'Settings' },
  ms: { work: 'Kerja', agent: 'Ejen', integrations: 'Integrasi', settings: 'Tetapan' },
})

export const useNames = texts({
  en: {
    overview: 'Overview',
    inbox: 'Inbox',
    orders: 'Orders',
    calls: 'Calls',
    catalogue: 'Catalogue',
    customers: 'Customers',
    agent: 'Agent',
    website: 'Website chat',
    webhooks: 'Webhooks',
    keys: 'API keys',
    team: 'Team',
    plan: 'Plan and credits',
    audit: 'Audit log',
    account: 'Your account',
  },
  ms: {
    overview: 'Ringkasan',
    inbox: 'Peti masuk',
    orders: 'Pesanan',
    calls: 'Panggilan',
    catalogue: 'Katalog',
    customers: 'Pelanggan',
    agent: 'Ejen',
    website: 'Sembang laman web',
    webhooks: 'Webhook',
    keys: 'Kunci API',
    team: 'Pasukan',
    plan: 'Pelan dan kredit',
    audit: 'Log audit',
    account: 'Akaun anda',
  },
})

type Name = keyof ReturnType<typeof useNames>
type Part = keyof ReturnType<typeof usePartNames>

/**
 * Every place of the dashboard, in the order people need them: the bar, the phone's menu and ⌘K show this one table. `key`
 * after g leads there.
 */
export const places = [
  { name: 'overview', to: '/', icon: 'overview', part: 'work', key: 'h' },
  { name: 'inbox', to: '/conversations', icon: 'inbox', part: 'work', key: 'i' },
  { name: 'orders', to: '/orders', icon: 'orders', part: 'work', key: 'o' },
  { name: 'calls', to: '/calls', icon: 'calls', part: 'work', key: 'c' },
  { name: 'catalogue', to: '/catalogue', icon: 'catalogue', part: 'work', key: 'p' },
  { name: 'customers', to: '/customers', icon: 'customers', part: 'work', key: 'u' },
  { name: 'agent', to: '/agent', icon: 'agent', part: 'agent', key: 'a' },
  { name: 'website', to: '/website', icon: 'website', part: 'agent', key: 'w' },
  { name: 'webhooks', to: '/integrations/webhooks', icon: 'webhook', part: 'integrations', key: 'e' },
  { name: 'keys', to: '/settings/keys', icon: 'key', part: 'settings', key: 'k' },
  { name: 'team', to: '/settings/team', icon: 'team', part: 'settings', key: 't' },
  { name: 'plan', to: '/settings/plan', icon: 'credits', part: 'settings', key: 'm' },
  { name: 'audit', to: '/settings/audit', icon: 'audit', part: 'settings', key: 'l' },
  { name: 'account', to: '/settings/account', icon: 'account', part: 'settings', key: 's' },
] as const satisfies { name: Name; to: string; icon: IconName; part: Part; key: string }[]

/** Those that a phone shows at once. */
export const dailyPlaces = places.slice(0, 4)

/** The place an address belongs to. */
export function placeOf(pathname: string): (typeof places)[number] | undefined {
  return places.find(({ to }) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`)))
}
