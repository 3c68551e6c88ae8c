/** The words that an English word may be a form of, without itself: `deliveries` → `delivery`, `deliver`. */
export function englishBases(word: string): string[] {
  const bases = new Set<string>(irregular.get(word))
  const add = (base: string, shortest = 3) => base.length >= shortest && bases.add(base)
  if (/[^s]s$/.test(word)) add(word.slice(0, -1))
  if (/(s|x|z|ch|sh|o)es$/.test(word)) add(word.slice(0, -2))
  for (const [ending, by] of [
    ['ies', 'y'],
    ['ied', 'y'],
  ] as const) {
    if (word.endsWith(ending)) add(word.slice(0, -3) + by)
  }
  for (const ending of ['ing', 'ed', 'able', 'ation', 'ion']) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    const shortest = ending === 'ation' ? 4 : 3
    if (ending !== 'ion') add(stem, shortest)
    add(`${stem}e`, 4)
    if (/([^aeiou])\1$/.test(stem)) add(stem.slice(0, -1), shortest)
  }
  if (/[^i]ment$/.test(word)) add(word.slice(0, -4))
  if (/er(y|ies)$/.test(word)) add(word.replace(/(y|ies)$/, ''), 6)
  if (/[^aeiou]our$/.test(word)) add(word.replace(/our$/, 'or'), 5)
  bases.delete(word)
  return [...bases]
}

/** Every form of a word, itself first. */
export function englishForms(base: string): string[] {
  if (base.length < 3) return [base]
  const stem = base.endsWith('e') ? base.slice(0, -1) : base
  const last = base.at(-1) as string
  const forms = [base, `${base}s`, `${stem}ing`, `${stem}ed`, `${stem}able`, `${base}ment`, `${base}ments`]
  if (base.length >= 4) forms.push(`${stem}ation`, `${stem}ations`)
  if (/(s|x|z|ch|sh|o)$/.test(base)) forms.push(`${base}es`)
  if (/[^aeiou]y$/.test(base)) forms.push(`${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`)
  if (/ate$/.test(base)) forms.push(`${stem}ion`, `${stem}ions`)
  if (/..er$/.test(base) && base.length >= 6) forms.push(`${base}y`, `${base.slice(0, -2)}eries`)
  if (/[^aeiou][aeiou][bdglmnprt]$/.test(base)) {
    for (const ending of ['ing', 'ed', 'able', 'ation']) forms.push(`${base}${last}${ending}`)
  }
  if (/[^aeiou]or$/.test(base) && base.length >= 5) forms.push(base.replace(/or$/, 'our'))
  return [...new Set([...forms, ...(irregular.get(base) ?? [])])]
}

/** What no rule makes: the first of each row is the word, the others its forms. */
const IRREGULAR = `
child children, person people, man men, woman women, foot feet, tooth teeth, knife knives, leaf leaves, loaf loaves,
half halves, shelf shelves, wife wives, pay paid, send sent, sell sold, buy bought, bring brought, take took taken,
make made, eat ate eaten, give gave given, keep kept, break broke broken, lose lost, choose chose chosen,
write wrote written, drive drove driven, freeze froze frozen, wear wore worn, steal stole stolen, speak spoke spoken,
hold held, drink drank drunk, begin began begun, sit sat, meet met, wed wedding`

/** Every such word with the others of its row. */
const irregular = new Map<string, string[]>()
for (const row of IRREGULAR.split(',')) {
  const words = row.trim().split(/\s+/)
  for (const word of words)
    irregular.set(
      word,
      words.filter((other) => other !== word),
    )
}
