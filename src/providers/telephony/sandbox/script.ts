/** Who answers a sandbox call, and what there is to want. */
export interface Wishes {
  /** Of the catalogue: the first, or the next when that one is not to be had. Empty: nothing is sold. */
  items: string[]
  /** The number the person has. */
  phone: string
}

export interface Script {
  /** What to say next; undefined: nothing more, the person hangs up. `heard` is undefined when it was not understood. */
  next(heard: string | undefined): string | undefined
}

type Topic =
  | 'wish'
  | 'that is all'
  | 'contact'
  | 'name'
  | 'phone'
  | 'pick up'
  | 'which'
  | 'yes'
  | 'no'
  | 'bye'

const NAME = 'Daniel'
/** Who is not understood says it in other words; who still is not has had enough. */
const MOST_TRIES = 4
/** Short sentences without a courtesy behind the name are understood best. */
const WAYS: ((item: string) => string)[] = [
  (item) => `I want to order one ${item}.`,
  (item) => `Can I have one ${item}?`,
  (item) => `${item}.`,
]
const PLACED = /\bis placed\b|\bpay here\b|payment link|sudah dibuat|bayar di sini|pautan bayaran/i
const NOT_UNDERSTOOD =
  /not (get|understand|find|look like)|say (it|that) again|send it again|tak (faham|jumpa|dengar)|nampaknya bukan/i
const TAKEN = /\badded\b|\btotal\b|ditambah|jumlah/i
const GUESS = /did you mean|maksud anda/i

/** What is asked, in English and Malay, and what it is answered with: the first that fits. */
const ANSWERS: [when: RegExp, topic: Topic][] = [
  [PLACED, 'bye'],
  [/told our team|team (goes on|will)|beritahu pasukan|pasukan kami akan|goodbye|\bbye\b/i, 'bye'],
  [/shall i (ask|cancel|remove)|nak saya (tanya|minta|batalkan|buang)/i, 'no'],
  [/is that (correct|right)|confirm|shall i|yes or no|okay\?|place (the|your|this) order/i, 'yes'],
  [/\bbetul\?|sahkan|nak saya/i, 'yes'],
  [/\bname and (phone|number)|nama dan nombor/i, 'contact'],
  [/\b(your|the) name|\bnama (anda|siapa)|dapatkan nama/i, 'name'],
  [/phone|your number|nombor telefon/i, 'phone'],
  [/\bwhich\b|yang mana/i, 'which'],
  [/pick ?up|deliver|self.?collect|ambil sendiri|hantar/i, 'pick up'],
  [/(any|some)thing else|else would you|apa-apa lagi/i, 'that is all'],
  [/(like|want) to order|what would you like|nothing in your order|(pesan|order) apa|belum ada/i, 'wish'],
]
/** For a person who understood nothing, and for what the answers above have none to. */
const USUAL: Topic[] = ['wish', 'that is all', 'contact', 'yes', 'bye']

/** A simple person: orders something, gives name and number, says yes, thanks and hangs up, and does not give up at once. */
export function createScript({ items, phone }: Wishes): Script {
  const number = `My phone number is ${spelt(phone)}.`
  const lines: Record<Topic, string[]> = {
    wish:
      items.length === 0
        ? ['When are you open today?']
        : items.flatMap((item) => WAYS.map((way) => way(item))),
    'that is all': ['No, that is all.', 'Nothing else, thank you.'],
    contact: [`My name is ${NAME}. ${number}`],
    name: [`My name is ${NAME}.`, `It is ${NAME}. My name is ${NAME}.`],
    phone: [number],
    'pick up': ['I will pick it up.'],
    which: ['The first one, please.', 'Number one.'],
    yes: ['Yes please.', 'Yes, that is right.'],
    no: ['No, thank you.'],
    bye: ['Thank you. Goodbye.'],
  }
  const tries = new Map<Topic, number>()
  const triesOf = (topic: Topic) => tries.get(topic) ?? 0
  let last: Topic | undefined
  let isTaken = false

  function say(topic: Topic): string | undefined {
    const ways = lines[topic]
    const said = triesOf(topic)
    const isHopeless = said >= Math.max(MOST_TRIES, ways.length)
    if (isHopeless && topic !== 'bye') return say('bye')
    tries.set(topic, said + 1)
    last = topic
    return ways[said % ways.length]
  }

  function topicFor(heard: string): Topic | undefined {
    isTaken ||= TAKEN.test(heard) && items.some((item) => isNamed(item, heard))
    if (GUESS.test(heard)) return items.some((item) => isNamed(item, heard)) ? 'yes' : 'wish'
    const [, topic] = ANSWERS.find(([when]) => when.test(heard)) ?? []
    if (topic === 'wish' && isTaken) return 'that is all'
    if (topic !== undefined) return topic
    // In other words, whatever it was.
    return NOT_UNDERSTOOD.test(heard) ? last : undefined
  }

  return {
    next(heard) {
      if (triesOf('bye') > 0) return undefined
      if (triesOf('wish') === 0) return say('wish')
      const usual = USUAL.find((topic) => triesOf(topic) === 0) ?? 'bye'
      return say((heard === undefined ? undefined : topicFor(heard)) ?? usual)
    },
  }
}

function isNamed(item: string, heard: string): boolean {
  return plain(heard).includes(plain(item))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** Digit by digit, as people say a number. */
function spelt(phone: string): string {
  return phone.replace(/^\+60/, '0').replace(/\D/g, '').split('').join(' ')
}
