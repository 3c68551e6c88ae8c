/** Who answers a sandbox call, and what there is to want. */
export interface Wishes {
  /** Something of the catalogue; undefined when it is empty. */
  item?: string | undefined
  /** The number the person has. */
  phone: string
}

export interface Script {
  /** What to say next; undefined: nothing more, the person hangs up. `heard` is undefined when it was not understood. */
  next(heard: string | undefined): string | undefined
}

const NAME = 'Aina'

/** A simple person: greets, orders something, gives name and number, says yes, thanks and hangs up. */
export function createScript({ item, phone }: Wishes): Script {
  const said = new Set<string>()
  /** What fits what was asked, the first of them first. Nobody says goodbye before there is something to thank for. */
  const lines: [id: string, when: RegExp, text: string][] = [
    ['bye', /\bis placed\b|\bpay here\b|payment link|goodbye|\bbye\b/i, 'Thank you. Goodbye.'],
    [
      'yes',
      /correct|confirm|shall i|is that right|place (the|your|this) order|yes or no|okay\?/i,
      'Yes please.',
    ],
    ['name', /\bname\b/i, `My name is ${NAME}. My phone number is ${spelt(phone)}.`],
    ['phone', /\b(phone|number)\b/i, `My phone number is ${spelt(phone)}.`],
    ['pickup', /pick ?up|deliver|self.?collect/i, 'I will pick it up.'],
    ['that is all', /anything else|something else|else would you/i, 'No, that is all.'],
  ]
  const order = item === undefined ? 'When are you open today?' : `I would like one ${item}, please.`
  /** For a person who understood nothing, and for whatever the lines above have no answer to. */
  const rest = [
    ['order', order],
    ['that is all', 'No, that is all.'],
    ['name', `My name is ${NAME}. My phone number is ${spelt(phone)}.`],
    ['yes', 'Yes please.'],
    ['bye', 'Thank you. Goodbye.'],
  ] as const

  return {
    next(heard) {
      if (said.has('bye')) return undefined
      const fitting =
        heard === undefined || !said.has('order')
          ? undefined
          : lines.find(([id, when]) => when.test(heard) && (id !== 'bye' || said.has('yes')))
      const [id, text] = fitting
        ? [fitting[0], fitting[2]]
        : (rest.find(([one]) => !said.has(one)) ?? ['bye', 'Goodbye.'])
      said.add(id)
      return text
    },
  }
}

/** Digit by digit, as people say a number. */
function spelt(phone: string): string {
  return phone.replace(/^\+60/, '0').replace(/\D/g, '').split('').join(' ')
}
