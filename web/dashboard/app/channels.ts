import { useCallback } from 'react'
import { texts } from '../i18n.ts'

const useTexts = texts<Record<string, string>>({
  en: {
    website: 'Website',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    voice: 'Phone',
    sms: 'SMS',
    dashboard: 'By hand',
    'try-out': 'Try-out',
  },
  ms: {
    website: 'Laman web',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    voice: 'Telefon',
    sms: 'SMS',
    dashboard: 'Secara manual',
    'try-out': 'Cubaan',
  },
})

/** A channel as people call it; one of a bridge of one's own by its own name. */
export function useChannelName(): (channel: string) => string {
  const words = useTexts()
  return useCallback(
    (channel) => words[channel] ?? channel.charAt(0).toUpperCase() + channel.slice(1).replace(/[_-]/g, ' '),
    [words],
  )
}
