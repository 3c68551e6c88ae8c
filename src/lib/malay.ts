/**
 * What Malay makes of a word, and back: `hantar` → `menghantar`, `penghantaran`, `dihantarnya`. Without a dictionary
 * nobody can tell an affix from letters that look like one, so a word has several roots it may have come from; those that
 * do not exist do no harm, for nobody writes them.
 */

/** The roots that a word may be a form of, without itself. */
export function malayRoots(word: string): string[] {
  const roots = new Set<string>()
  const doubled = DOUBLED.exec(word)?.[1]
  const single = doubled ?? word
  if (doubled !== undefined) roots.add(doubled)
  if (UNDERIVED.has(single)) return [...roots]
  const bare = withoutParticle(single)
  if (bare !== single) roots.add(bare)
  for (const { prefix, suffixes } of FRAMES) {
    for (const suffix of suffixes) {
      if (!bare.endsWith(suffix)) continue
      const core = bare.slice(0, bare.length - suffix.length)
      for (const root of prefix.off(core)) if (isRoot(root, prefix)) roots.add(root)
    }
  }
  roots.delete(word)
  return [...roots]
}

/** Every form of a root, itself first. */
export function malayForms(root: string): string[] {
  const forms = [root, `${root}nya`, `${root}lah`, `${root}kah`]
  for (const { prefix, suffixes } of FRAMES) {
    if (!isRoot(root, prefix)) continue
    for (const core of prefix.on(root)) {
      for (const suffix of suffixes) forms.push(`${core}${suffix}`, `${core}${suffix}nya`)
    }
  }
  return [...new Set(forms)].filter((form) => form === root || !UNDERIVED.has(form))
}

interface Prefix {
  on(root: string): string[]
  off(core: string): string[]
  /** People put it before English words too: `dicancel`, `dicancelkan`. */
  takesAny?: boolean
}

const SHORTEST = 4

function plain(text: string, takesAny = false): Prefix {
  return {
    on: (root) => [text + root],
    off: (core) => (core.startsWith(text) ? [core.slice(text.length)] : []),
    takesAny,
  }
}

/** `me` and `pe` change with what follows them: hantar → menghantar, tutup → menutup, pesan → memesan, sewa → menyewa. */
function nasal(text: 'me' | 'pe'): Prefix {
  return {
    on: (root) => [
      text + NASALS.reduce((done, { rule, by }) => (done === root ? root.replace(rule, by) : done), root),
    ],
    off(core) {
      if (!core.startsWith(text)) return []
      const rest = core.slice(2)
      if (/^ny[aeiou]/.test(rest)) return [`s${rest.slice(2)}`]
      if (/^ng[aeiou]/.test(rest)) return [rest.slice(2), `k${rest.slice(2)}`]
      if (/^ng[ghk]/.test(rest)) return [rest.slice(2)]
      if (/^m[aeiou]/.test(rest)) return [`p${rest.slice(1)}`, rest]
      if (/^n[aeiou]/.test(rest)) return [`t${rest.slice(1)}`, rest]
      if (/^m[bfvp]/.test(rest) || /^n[dcjzts]/.test(rest)) return [rest.slice(1)]
      return /^[lrwy]/.test(rest) ? [rest] : []
    },
  }
}

const NASALS = [
  { rule: /^(?=[aeiough])/, by: 'ng' },
  { rule: /^k(?=[aeiou])|^(?=k)/, by: 'ng' },
  { rule: /^p(?=[aeiou])/, by: 'm' },
  { rule: /^(?=[bfvp])/, by: 'm' },
  { rule: /^t(?=[aeiou])/, by: 'n' },
  { rule: /^(?=[dcjzt])/, by: 'n' },
  { rule: /^s(?=[aeiou])/, by: 'ny' },
]

/** Before `ajar` and before a first syllable in `er`: belajar, bekerja. */
function ber(text: 'be' | 'pe'): Prefix {
  return {
    on: (root) => (root === 'ajar' ? [`${text}lajar`] : /^.er/.test(root) ? [text + root] : []),
    off: (core) =>
      core === `${text}lajar`
        ? ['ajar']
        : core.startsWith(text) && /^.er/.test(core.slice(2))
          ? [core.slice(2)]
          : [],
  }
}

/** Which endings go with which prefix. */
const FRAMES: { prefix: Prefix; suffixes: string[] }[] = [
  { prefix: plain(''), suffixes: ['an'] },
  { prefix: plain('', true), suffixes: ['kan'] },
  { prefix: plain('di', true), suffixes: ['', 'kan', 'i'] },
  { prefix: nasal('me'), suffixes: ['', 'kan', 'i'] },
  { prefix: nasal('pe'), suffixes: ['', 'an'] },
  { prefix: plain('ber'), suffixes: ['', 'an'] },
  { prefix: ber('be'), suffixes: [''] },
  { prefix: ber('pe'), suffixes: ['', 'an'] },
  { prefix: plain('ter'), suffixes: [''] },
  { prefix: plain('ke'), suffixes: ['an'] },
  { prefix: plain('per'), suffixes: ['an'] },
  { prefix: plain('memper'), suffixes: ['', 'kan', 'i'] },
  { prefix: plain('diper'), suffixes: ['', 'kan', 'i'] },
]

/** `anjing2` for anjing-anjing. */
const DOUBLED = /^([a-z]{3,})2$/
const PARTICLE = /(nya|lah|kah)$/

/** They look derived and are not, or say something else than what they come from. */
const UNDERIVED = new Set(
  `masalah sekolah sebelah setelah perempuan percuma pertama keluarga kemeja bertih berlian terung
   perkataan tempatan`.split(/\s+/),
)

function isRoot(root: string, { takesAny = false }: Prefix): boolean {
  return root.length >= SHORTEST && /[aeiou]/.test(root) && (takesAny || isMalay(root))
}

/** No Malay word has doubled consonants, English vowels, or ends in several consonants or a silent e. */
function isMalay(word: string): boolean {
  return (
    /^[a-z]+$/.test(word) &&
    !/([b-df-hj-np-tv-z])\1|oo|ee|ou|[xq]|th|ck|wh/.test(word) &&
    !/[^aeiou](?:[^aeiougy]|[^n]g)$|[^aeiou]e$|[wyjcv]$/.test(word)
  )
}

function withoutParticle(word: string): string {
  const rest = word.replace(PARTICLE, '')
  return rest.length >= 3 ? rest : word
}
