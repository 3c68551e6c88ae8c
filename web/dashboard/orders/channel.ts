import { useCallback } from 'react'
import { texts } from '../i18n.ts'

const useTexts = texts<Record<string, string>>({
  en: { website: 'Website', voice: 'Phone call', dashboard: 'By hand' },
  ms: { website: 'Laman web', voice: 'Panggilan', dashboard: 'Secara manual' },
})

/** Where an order or a customer came from, as people call it; channels that are bridged keep their own name. */
export function useChannelName(): (channel: string) => string {
  const words = useTexts()
  return useCallback(
    (channel) => words[channel] ?? BRANDS[channel] ?? channel.charAt(0).toUpperCase() + channel.slice(1),
    [words],
  )
}

const BRANDS: Record<string, string> = { whatsapp: 'WhatsApp', telegram: 'Telegram' }
