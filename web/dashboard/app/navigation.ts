import { texts } from '../i18n.ts'
import type { IconName } from '../ui/icons.tsx'

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

/** Every place of the dashboard, in the order people need them: the bar, the phone's menu and ⌘K show this one table. */
export const places = [
  { name: 'overview', to: '/', icon: 'overview', part: 'work' },
  { name: 'inbox', to: '/conversations', icon: 'inbox', part: 'work' },
  { name: 'orders', to: '/orders', icon: 'orders', part: 'work' },
  { name: 'calls', to: '/calls', icon: 'calls', part: 'work' },
  { name: 'catalogue', to: '/catalogue', icon: 'catalogue', part: 'work' },
  { name: 'customers', to: '/customers', icon: 'customers', part: 'work' },
  { name: 'agent', to: '/agent', icon: 'agent', part: 'agent' },
  { name: 'website', to: '/website', icon: 'website', part: 'agent' },
  { name: 'webhooks', to: '/integrations/webhooks', icon: 'webhook', part: 'integrations' },
  { name: 'keys', to: '/settings/keys', icon: 'key', part: 'settings' },
  { name: 'team', to: '/settings/team', icon: 'team', part: 'settings' },
  { name: 'plan', to: '/settings/plan', icon: 'credits', part: 'settings' },
  { name: 'audit', to: '/settings/audit', icon: 'audit', part: 'settings' },
  { name: 'account', to: '/settings/account', icon: 'account', part: 'settings' },
] as const satisfies { name: Name; to: string; icon: IconName; part: string }[]
