import { texts } from '../i18n.ts'

/** Why an address is refused is said by the server, in English; what it may say is known. */
const MALAY: [RegExp, (found: string) => string][] = [
  [/must be a web address/, () => 'URL mesti alamat web seperti https://shop.example.com/webhooks.'],
  [/longer than/, () => 'URL tidak boleh melebihi 2,000 aksara.'],
  [/must start with https/, () => 'URL mesti bermula dengan https://.'],
  [/user name or password/, () => 'URL tidak boleh mengandungi nama pengguna atau kata laluan.'],
  [/fragment/, () => 'URL tidak boleh mengandungi serpihan (#).'],
  [/internal address \((.*)\)/, (host) => `URL menuju ke alamat peribadi atau dalaman (${host}).`],
]

export const useRefusal = texts({
  en: { say: (message: string) => message },
  ms: {
    say: (message: string) => {
      const [pattern, words] = MALAY.find(([one]) => one.test(message)) ?? []
      return pattern && words ? words(pattern.exec(message)?.[1] ?? '') : message
    },
  },
})
