import type { Answer } from '../api/client.ts'
import { type Language, useLanguage } from '../i18n.ts'

export type Problem = Answer<'POST /agents/:agent_id/products/import'>['data']['problems'][number]

type Say = (...found: string[]) => string

/** What the service says about a file, and what to do about it; the first that fits. */
const ADVICE: [RegExp, Record<Language, Say>][] = [
  [
    /^is missing among the columns$/,
    {
      en: () => 'This column is missing. Add it to the first line.',
      ms: () => 'Lajur ini tiada. Tambah di baris pertama.',
    },
  ],
  [
    /^is there more than once$/,
    {
      en: () => 'This column is there twice. Remove or rename one.',
      ms: () => 'Lajur ini ada dua kali. Buang atau tukar nama satu.',
    },
  ],
  [
    /^has a quotation mark that is never closed$/,
    {
      en: () => 'A quotation mark opens here and never closes. Add the closing ", or remove the first.',
      ms: () => 'Tanda petik dibuka di sini tetapi tidak ditutup. Tambah " penutup, atau buang yang pertama.',
    },
  ],
  [
    /^has text after a closing quotation mark$/,
    {
      en: () => 'There is text after a closing quotation mark. Write a quotation mark inside a cell as "".',
      ms: () => 'Ada teks selepas tanda petik penutup. Tulis tanda petik dalam sel sebagai "".',
    },
  ],
  [
    /^at most (\d+) lines/,
    {
      en: (most) => `A file has at most ${most} lines. Split it and import the parts one by one.`,
      ms: (most) => `Satu fail paling banyak ${most} baris. Pecahkan dan import satu demi satu.`,
    },
  ],
  [
    /^is the same as in line (\d+)$/,
    {
      en: (line) => `Line ${line} has the same ID. Give one another ID, or fill in the variant columns.`,
      ms: (line) => `Baris ${line} mempunyai ID yang sama. Beri ID lain, atau isi lajur varian.`,
    },
  ],
  [
    /^is the same as that of/,
    {
      en: () => 'Another variant of this product has the same ID. Give each its own.',
      ms: () => 'Varian lain produk ini mempunyai ID yang sama. Beri setiap satu ID sendiri.',
    },
  ],
  [
    /^(is required|must not be empty)$/,
    { en: () => 'This cell is empty. Fill it in.', ms: () => 'Sel ini kosong. Isikan.' },
  ],
  [
    /^must be an amount/,
    {
      en: () => 'This is no amount. Write it as 3.20.',
      ms: () => 'Ini bukan jumlah. Tulis seperti 3.20.',
    },
  ],
  [
    /^must be from 0 to (\d+)$/,
    {
      en: (most) => `Amounts go from 0 to ${most}.`,
      ms: (most) => `Jumlah mestilah antara 0 dan ${most}.`,
    },
  ],
  [
    /^must be a whole number/,
    {
      en: () => 'Write a whole number such as 12, or “untracked” if it is not counted.',
      ms: () => 'Tulis nombor bulat seperti 12, atau “untracked” jika tidak dikira.',
    },
  ],
  [/^must be yes or no$/, { en: () => 'Write yes or no.', ms: () => 'Tulis ya atau tidak.' }],
  [
    /^must have at most (\d+) characters$/,
    {
      en: (most) => `This is too long. Shorten it to ${most} characters.`,
      ms: (most) => `Ini terlalu panjang. Pendekkan kepada ${most} aksara.`,
    },
  ],
  [
    /^must be an http or https address$/,
    {
      en: () => 'This is no web address. Begin with https://, or leave it empty.',
      ms: () => 'Ini bukan alamat web. Mulakan dengan https://, atau biarkan kosong.',
    },
  ],
  [
    /^variant "(.*)" belongs to product "(.*)"$/,
    {
      en: (variant, product) =>
        `The variant ID “${variant}” belongs to the product “${product}”. Use another.`,
      ms: (variant, product) => `ID varian “${variant}” milik produk “${product}”. Guna yang lain.`,
    },
  ],
]

/** A problem as a person needs it; what nobody foresaw stands in the service's own words. */
export function useAdvice(): (problem: Problem) => string {
  const [language] = useLanguage()
  return ({ message }) => {
    for (const [pattern, say] of ADVICE) {
      const found = pattern.exec(message)
      if (found) return say[language](...found.slice(1))
    }
    return message
  }
}
