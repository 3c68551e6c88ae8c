import type { Language } from '../brain/index.ts'

/** What the agent says on the phone by itself. */
interface Phrases {
  greeting(agent: string, shop: string): string
  stillThere: string
  goodbye: string
  tooLong: string
  notHeard: string
  onlyTyping: string
  outOfCredits: string
  leftToTeam: string
  trouble: string
  voicemail(agent: string, shop: string): string
  screening(agent: string, shop: string): string
}

export const phrases: Record<Language, Phrases> = {
  en: {
    greeting: (agent, shop) => `Hello, this is ${agent} from ${shop}. How can I help you?`,
    stillThere: 'Are you still there?',
    goodbye: 'I cannot hear you any more, so I will hang up now. Goodbye!',
    tooLong:
      'We have been talking for a long time, so I have to end here. Please call or write again. Goodbye!',
    notHeard: 'Sorry, I did not get that. Could you say it again?',
    onlyTyping:
      'I am sorry, I cannot understand this language when it is spoken. Please write to us instead.',
    outOfCredits: 'I am sorry, I have to end this call now. Our team will get back to you. Goodbye!',
    leftToTeam: 'Our team goes on from here and will get back to you. Goodbye!',
    trouble: 'I am sorry, something went wrong on our side. Our team will get back to you. Goodbye!',
    voicemail: (agent, shop) => `Hello, this is ${agent} from ${shop}. We will try again later. Goodbye!`,
    screening: (agent, shop) => `This is ${agent} from ${shop}.`,
  },
  ms: {
    greeting: (agent, shop) => `Helo, saya ${agent} dari ${shop}. Boleh saya bantu?`,
    stillThere: 'Helo, masih di sana?',
    goodbye: 'Saya tidak dapat mendengar anda lagi, jadi saya letak dulu. Selamat tinggal!',
    tooLong: 'Kita sudah lama berbual, jadi saya terpaksa berhenti. Sila hubungi kami lagi. Selamat tinggal!',
    notHeard: 'Maaf, saya tak dengar. Boleh ulang?',
    onlyTyping: 'Maaf, saya belum boleh memahami bahasa ini melalui suara. Sila taip mesej kepada kami.',
    outOfCredits:
      'Maaf, saya terpaksa tamatkan panggilan ini. Pasukan kami akan hubungi anda. Selamat tinggal!',
    leftToTeam: 'Pasukan kami akan teruskan dari sini dan hubungi anda. Selamat tinggal!',
    trouble: 'Maaf, ada masalah di pihak kami. Pasukan kami akan hubungi anda. Selamat tinggal!',
    voicemail: (agent, shop) =>
      `Helo, saya ${agent} dari ${shop}. Kami akan cuba lagi nanti. Selamat tinggal!`,
    screening: (agent, shop) => `Saya ${agent} dari ${shop}.`,
  },
}
