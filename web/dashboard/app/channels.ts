import { texts } from '../i18n.ts'

const useTexts = texts({
  en: {
    website: 'Website',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    voice: 'Phone',
    sms: 'Text message',
    dashboard: 'Dashboard',
  } as Record<string, string>,
  ms: {
    website: 'Laman web',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    voice: 'Telefon',
    sms: 'SMS',
    dashboard: 'Papan pemuka',
  },
})

/** What a channel is called. Bridges bring channels of their own; those go by the name they came with. */
export function useChannelName(): (channel: string) => string {
  const words = useTexts()
  return (channel) => words[channel] ?? channel
}
