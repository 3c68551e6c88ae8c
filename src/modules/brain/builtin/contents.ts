import { canon } from './lexicon.ts'
import { tokensOf } from './tokens.ts'

/*
 * What may be in food. A kind knows its members, so that "seafood" is found in "cockles" and "dairy" in "condensed milk";
 * in doubt a word is a member, because a needless warning is better than a missing one.
 */

const PRAWNS = 'udang prawn prawns shrimp shrimps belacan belachan geragau cincalok lobster'
const SHELLS =
  'kerang cockle cockles ketam crab crabs sotong squid cuttlefish octopus kupang mussel mussels lala clam clams tiram oyster oysters scallop scallops'
const FISH =
  'ikan fish fishball bilis anchovy anchovies mackerel tenggiri kembung tuna sardin sardine sardines salmon keropok budu'
const NUTS =
  'kacang peanut peanuts groundnut nut nuts almond almonds badam cashew cashews gajus hazelnut hazelnuts walnut walnuts pistachio pecan praline nutella satay sate'
const MILK =
  'susu milk condensed evaporated creamer krim cream keju cheese cheddar mozzarella mentega butter yogurt yoghurt whey ghee'
const EGGS = 'telur telor egg eggs kaya custard kastard mayo mayonnaise meringue sponge'
const MEATS =
  'meat daging beef lembu rendang ayam chicken kambing mutton lamb itik duck babi pork bacon ham sosej sausage burger pepperoni'

/** The words that ask for a kind, and what belongs to it besides. */
// biome-ignore format: a table
const KINDS: [asked: string, members: string][] = [
  ['seafood laut', `${PRAWNS} ${SHELLS} ${FISH}`],
  ['shellfish crustacean crustaceans kerangan', `${PRAWNS} ${SHELLS}`],
  [PRAWNS, PRAWNS], ['kerang cockle cockles', 'kerang cockle cockles'], ['ketam crab crabs', 'ketam crab crabs'], ['sotong squid', 'sotong squid cuttlefish'], [FISH, FISH],
  [`${NUTS} nutty`, NUTS],
  ['susu milk dairy tenusu lactose laktosa', MILK], ['condensed evaporated creamer', 'condensed evaporated creamer susu milk'], ['krim cream', 'krim cream'], ['keju cheese cheddar', 'keju cheese cheddar mozzarella'], ['mentega butter', 'mentega butter ghee'],
  ['gluten gandum wheat celiac coeliac', 'gluten gandum wheat tepung flour mee mi noodle noodles roti bread toast bun pau cake cakes kek biskut biscuit biscuits cookie cookies pastry puff karipap croissant donut sponge soy kicap'],
  ['tepung flour', 'tepung flour gandum wheat'],
  ['telur telor egg eggs', EGGS],
  ['vegetarian veggie vege veg', `${MEATS} ${PRAWNS} ${SHELLS} ${FISH} telur telor egg eggs`],
  ['vegan', `${MEATS} ${PRAWNS} ${SHELLS} ${FISH} ${EGGS} ${MILK} madu honey gelatin`],
  ['meat', MEATS], ['daging beef lembu', 'daging beef lembu rendang'], ['ayam chicken', 'ayam chicken'], ['babi pork lard khinzir', 'babi pork lard khinzir bacon ham'],
  ['alkohol alcohol arak wine', 'alkohol alcohol arak wine beer rum'],
  ['soya soy', 'soya soy tofu tauhu taufu tempe kicap'], ['bijan sesame', 'bijan sesame'],
  ['gula sugar', 'gula sugar'], ['santan coconut kelapa', 'santan coconut kelapa'], ['bawang onion garlic', 'bawang onion garlic'], ['cili chili chilli sambal', 'cili chili chilli sambal'],
  ['msg ajinomoto', 'msg ajinomoto'], ['pengawet preservative preservatives', 'pengawet preservative preservatives'], ['pewarna colouring coloring', 'pewarna colouring coloring'], ['kafein caffeine', 'kafein caffeine'],
  ['sayur vegetable vegetables', 'sayur vegetable vegetables'], ['madu honey', 'madu honey'], ['mayo mayonnaise', 'mayo mayonnaise'], ['coklat chocolate', 'coklat chocolate'], ['gelatin', 'gelatin'], ['pandan', 'pandan'],
  ['alahan allergen allergens allergy', 'alahan allergen allergens allergy'], ['perisa flavouring', 'perisa flavouring'],
]

const MEMBERS = new Map<string, Set<string>>()
for (const [asked, members] of KINDS)
  for (const word of asked.split(' '))
    MEMBERS.set(word, new Set([...members.split(' '), ...asked.split(' ')]))

/** Ways to eat: what is asked for is that none of it is in there. */
const DIETS = new Set(['vegetarian', 'veggie', 'vege', 'veg', 'vegan'])
/** What somebody may be allergic to, or does not eat. */
const AVOIDED = new Set(
  `seafood laut shellfish crustacean crustaceans ${PRAWNS} ${SHELLS} ${FISH} ${NUTS} susu milk dairy tenusu lactose laktosa keju cheese mentega butter
  gluten gandum wheat celiac coeliac telur telor egg eggs vegetarian veggie vege vegan meat daging beef pork babi soya soy bijan sesame cili chili`.split(
    /\s+/,
  ),
)

export function isContent(word: string): boolean {
  return MEMBERS.has(word) || MEMBERS.has(canon(word))
}

export function isAvoided(word: string): boolean {
  return AVOIDED.has(word)
}

export function isDiet(word: string): boolean {
  return DIETS.has(word)
}

/** Everything that belongs to what is asked for. */
export function membersOf(word: string): string[] {
  return [...(MEMBERS.get(word) ?? MEMBERS.get(canon(word)) ?? [])]
}

/** Called like something it is not made of. */
// biome-ignore format: a table
const DISGUISES: [RegExp, string][] = [
  [/\b(?:coconut|soya?|oat) (?:milk|cream)\b/gi, 'santan'], [/\bsusu (?:kelapa|soya)\b/gi, 'santan'], [/\bpeanut butter\b/gi, 'peanut'],
  [/\brice (?:noodles?|flour|vermicelli)\b/gi, 'beras'], [/\btepung beras\b/gi, 'beras'], [/\b(?:mee|mi) ?hoon\b/gi, 'bihun'], [/\bcream crackers?\b/gi, 'biskut'], [/\bginger nuts?\b/gi, 'biskut'],
]
const NOT_IN = /\b(?:no|without|tanpa|tiada|tak ada|tidak ada|free of|bebas)\s+(?:any\s+)?$/i

/** What a text says is in there, of all that is asked for, in its own words; `denied`: or is not. */
export function contained(text: string, asked: string[], denied = false): string[] {
  const members = new Set(asked.flatMap(membersOf))
  const plain = DISGUISES.reduce((said, [pattern, is]) => said.replace(pattern, is), text)
  const found = new Set<string>()
  let at = 0
  for (const { raw, word, kind } of tokensOf(plain)) {
    at = plain.indexOf(raw, at)
    const isFree = NOT_IN.test(plain.slice(0, at)) || /^[\s-]?free\b/i.test(plain.slice(at + raw.length))
    const isMember = members.has(word.toLowerCase()) || members.has(singular(word.toLowerCase()))
    if (kind === 'word' && isMember && (denied || !isFree)) found.add(raw.toLowerCase())
    at += raw.length
  }
  return [...found]
}

function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word
}
