import type { Language } from '../memory.ts'

/** What is said in the model's place. */
export const words: Record<Language, { withheld: string; handedOver: string }> = {
  en: {
    withheld:
      'Sorry, I cannot share that. Is there anything you would like to order, or to know about the shop?',
    handedOver: 'I have asked our team to help. Somebody will reply to you as soon as possible.',
  },
  ms: {
    withheld: 'Maaf, itu tidak dapat saya kongsi. Ada apa-apa yang anda mahu pesan atau tanya tentang kedai?',
    handedOver: 'Saya sudah minta bantuan pasukan kami. Mereka akan membalas secepat mungkin.',
  },
}
