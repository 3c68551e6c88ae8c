import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../api/queries.ts'
import { languages, texts, useLanguage } from '../i18n.ts'
import { phone, ringgit } from '../ui/format.tsx'
import type { IconName } from '../ui/icons.tsx'
import { useCalled } from './called.ts'
import { useChannelName } from './channels.ts'
import { places, useNames, usePartNames } from './navigation.ts'
import { useSignOut } from './sign-out.ts'
import { type Theme, useTheme } from './theme.ts'
import { themeIcons, useUserTexts } from './user-menu.tsx'

export interface Entry {
  id: string
  name: string
  hint?: string
  icon: IconName
  keys?: string
  run: () => void
}

export interface Group {
  name: string
  entries: Entry[]
}

/** From so many letters on conversations and customers are searched too. */
export const SEARCHED_FROM = 2
const FOUND_MOST = 5
/** As customers read it out. */
const ORDER_NUMBER = /^[a-z0-9]{3,12}$/i

const useTexts = texts({
  en: {
    places: 'Go to',
    actions: 'Do',
    conversations: 'Conversations',
    customers: 'Customers',
    orders: 'Orders',
    order: 'Place an order',
    product: 'Add a product',
    call: 'Place a call',
  },
  ms: {
    places: 'Pergi ke',
    actions: 'Lakukan',
    conversations: 'Perbualan',
    customers: 'Pelanggan',
    orders: 'Pesanan',
    order: 'Buat pesanan',
    product: 'Tambah produk',
    call: 'Buat panggilan',
  },
})

/** All that can be gone to or done by name, and what is found by the words typed. */
export function useGroups(typed: string, searched: string, onHelp: () => void): Group[] {
  const words = useTexts()
  const found = useFound(searched)
  const all = [
    { name: words.places, entries: usePlaces().filter(matching(typed)) },
    { name: words.actions, entries: useActions(onHelp).filter(matching(typed)) },
    ...found,
  ]
  return all.filter(({ entries }) => entries.length > 0)
}

function usePlaces(): Entry[] {
  const names = useNames()
  const parts = usePartNames()
  const go = useGo()
  return places.map(({ name, to, icon, part, key }) => ({
    id: `place-${name}`,
    name: names[name],
    icon,
    keys: `g ${key}`,
    ...(part === 'work' || parts[part] === names[name] ? {} : { hint: parts[part] }),
    run: () => go(to),
  }))
}

function useActions(onHelp: () => void): Entry[] {
  const words = useTexts()
  const user = useUserTexts()
  const go = useGo()
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const signOut = useSignOut()
  const other = language === 'en' ? 'ms' : 'en'
  return [
    { id: 'new-order', name: words.order, icon: 'plus', run: () => go('/orders/new') },
    { id: 'new-product', name: words.product, icon: 'plus', run: () => go('/catalogue/new') },
    { id: 'new-call', name: words.call, icon: 'calls', run: () => go('/calls', { place: '' }) },
    ...(Object.keys(themeIcons) as Theme[])
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `theme-${one}`,
        name: `${user.theme}: ${user.themes[one]}`,
        icon: themeIcons[one],
        run: () => chooseTheme(one),
      })),
    {
      id: 'language',
      name: languages[other],
      icon: 'website',
      hint: user.language,
      run: () => chooseLanguage(other),
    },
    { id: 'help', name: user.keys, icon: 'keyboard', keys: '?', run: onHelp },
    { id: 'sign-out', name: user.signOut, icon: 'signOut', run: signOut },
  ]
}

function useFound(searched: string): Group[] {
  const words = useTexts()
  const go = useGo()
  const channelName = useChannelName()
  const called = useCalled()
  const options = { enabled: searched.length >= SEARCHED_FROM, keep: true }
  const query = { q: searched, limit: FOUND_MOST }
  const conversations = useApi('GET /conversations', { query }, options).data?.data ?? []
  const customers = useApi('GET /customers', { query }, options).data?.data ?? []
  const byNumber = { enabled: options.enabled && ORDER_NUMBER.test(searched), keep: false }
  const orders =
    useApi('GET /orders', { query: { number: searched, limit: FOUND_MOST } }, byNumber).data?.data ?? []
  if (!options.enabled) return []
  return [
    {
      name: words.orders,
      entries: orders.map(({ id, order_number, customer, total }) => ({
        id: `order-${id}`,
        name: order_number,
        hint: `${customer.name} · ${ringgit(total)}`,
        icon: 'orders' as const,
        run: () => go(`/orders/${id}`),
      })),
    },
    {
      name: words.conversations,
      entries: conversations.map(({ id, customer, channel, summary }) => ({
        id: `conversation-${id}`,
        name: called(customer),
        hint: summary ?? channelName(channel),
        icon: 'inbox' as const,
        run: () => go(`/conversations/${id}`),
      })),
    },
    {
      name: words.customers,
      entries: customers.map((customer) => ({
        id: `customer-${customer.key}`,
        name: called(customer),
        ...(customer.phone && customer.name ? { hint: phone(customer.phone) } : {}),
        icon: 'person' as const,
        run: () => go(`/customers/${encodeURIComponent(customer.key)}`),
      })),
    },
  ]
}

function useGo() {
  const navigate = useNavigate()
  return (to: string, search: Record<string, string> = {}) => void navigate({ to, search: search as never })
}

/** Every word typed begins a word of the name, or stands in it. */
function matching(typed: string): (entry: Entry) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ name, hint = '' }) => {
    const text = `${name} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
