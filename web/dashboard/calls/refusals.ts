import { ApiError } from '../api/client.ts'
import { texts } from '../i18n.ts'

type Place = '/settings/plan' | '/agent' | '/calls/lists'

/** Where something can be done about it. */
export const placesOf: Record<string, Place> = {
  plan_no_voice: '/settings/plan',
  not_verified: '/settings/plan',
  no_outbound_number: '/settings/plan',
  insufficient_credits: '/settings/plan',
  no_voice_agent: '/agent',
  do_not_call: '/calls/lists',
  opted_out: '/calls/lists',
}

const useTexts = texts({
  en: {
    plan_no_voice: 'The free plan has no phone calls. Move to the paid plan, then place the call again.',
    not_verified:
      'This business is not verified yet. Calls can be placed once whoever runs this service has verified it.',
    voice_unconfigured:
      'Phone calls are switched off on this service, so nothing was dialled. Whoever runs it can set ICEBOT_TELEPHONY.',
    no_voice_agent: 'This agent has no voice. Switch its voice on, then place the call again.',
    no_outbound_number: 'There is no number to call from yet. Set one in the workspace settings.',
    do_not_call:
      'This number is on your do-not-call list, so nothing was dialled. Only take it off if they want to be called.',
    opted_out:
      'This person asked this agent not to call again, so nothing was dialled. Only change that if they ask for it.',
    dnc_unreadable:
      'Whether this number may be called cannot be read right now, so nothing was dialled. Try again shortly.',
    opt_out_unreadable:
      'Whether this number may be called cannot be read right now, so nothing was dialled. Try again shortly.',
    insufficient_credits:
      'Fewer than 400 credits are left, which is one minute of talking. Add credits, then call again.',
    'call rate limit exceeded':
      'Ten calls were placed in the last minute, which is the most. Wait a minute and try again.',
    provider_declined:
      'The phone company refused the call. Nobody was rung and nothing was charged. Check the number, or try later.',
    'request under way': 'This call is already being placed. Wait a moment: it will show in the list.',
    'idempotency key used with another body':
      'This call was placed with other details before. Close this and start again.',
    unreachable:
      'The service cannot be reached. Press again once it can: the call is placed once, however often you press.',
    number: 'This is no phone number. Write it like 012-345 6789, or with the country code.',
    open: {
      '/settings/plan': 'Open plan and credits',
      '/agent': 'Open the agent',
      '/calls/lists': 'Open the list',
    } satisfies Record<Place, string> as Record<Place, string>,
  },
  ms: {
    plan_no_voice: 'Pelan percuma tiada panggilan telefon. Tukar ke pelan berbayar, kemudian cuba lagi.',
    not_verified:
      'Perniagaan ini belum disahkan. Panggilan boleh dibuat selepas pengendali perkhidmatan ini mengesahkannya.',
    voice_unconfigured:
      'Panggilan telefon dimatikan, jadi tiada nombor didail. Pengendali perkhidmatan boleh menetapkan ICEBOT_TELEPHONY.',
    no_voice_agent: 'Ejen ini tiada suara. Hidupkan suaranya, kemudian cuba lagi.',
    no_outbound_number: 'Belum ada nombor untuk membuat panggilan. Tetapkan dalam tetapan ruang kerja.',
    do_not_call:
      'Nombor ini dalam senarai jangan hubungi, jadi tiada nombor didail. Keluarkan hanya jika mereka mahu dihubungi.',
    opted_out:
      'Orang ini meminta ejen ini tidak menelefon lagi, jadi tiada nombor didail. Ubah hanya jika mereka minta.',
    dnc_unreadable:
      'Senarai jangan hubungi tidak dapat dibaca sekarang, jadi tiada nombor didail. Cuba sebentar lagi.',
    opt_out_unreadable:
      'Senarai penolakan tidak dapat dibaca sekarang, jadi tiada nombor didail. Cuba sebentar lagi.',
    insufficient_credits:
      'Kredit kurang daripada 400, iaitu seminit bercakap. Tambah kredit, kemudian telefon lagi.',
    'call rate limit exceeded':
      'Sepuluh panggilan sudah dibuat dalam seminit, iaitu had maksimum. Tunggu seminit.',
    provider_declined:
      'Syarikat telefon menolak panggilan ini. Tiada siapa ditelefon dan tiada caj. Semak nombor, atau cuba kemudian.',
    'request under way': 'Panggilan ini sedang dibuat. Tunggu sebentar: ia akan muncul dalam senarai.',
    'idempotency key used with another body':
      'Panggilan ini pernah dibuat dengan butiran lain. Tutup dan mula semula.',
    unreachable:
      'Perkhidmatan tidak dapat dihubungi. Tekan lagi nanti: panggilan dibuat sekali sahaja, walau berapa kali ditekan.',
    number: 'Ini bukan nombor telefon. Tulis seperti 012-345 6789, atau dengan kod negara.',
    open: {
      '/settings/plan': 'Buka pelan dan kredit',
      '/agent': 'Buka ejen',
      '/calls/lists': 'Buka senarai',
    },
  },
})

export interface Refusal {
  text: string
  /** Where to go about it. */
  to?: Place
  open?: string
}

/** Why a call was not placed, in words, with what to do. Undefined when no words of ours fit. */
export function useRefusal(): (
  error: unknown,
  workspace: { plan: string } | undefined,
) => Refusal | undefined {
  const words = useTexts()
  return (error, workspace) => {
    if (!(error instanceof ApiError)) return undefined
    const code = error.code === 'plan_no_voice' && workspace?.plan === 'paid' ? 'not_verified' : error.code
    const text = (words as unknown as Record<string, string>)[code]
    if (typeof text !== 'string') return undefined
    const to = placesOf[code]
    return to ? { text, to, open: words.open[to] } : { text }
  }
}

/** What is said about a number that is none. */
export function useNumberProblem(): string {
  return useTexts().number
}
