const VOICES = ['slt', 'rms', 'awb']
const WANTED_ERRORS = 0.15
const WANTED_SHARE = 0.3
const RATE = 16_000

/** What customers of a shop say, in words a voice can be given and a recogniser can be held to. */
const SENTENCES = [
  'Good morning, are you open today?',
  'I would like two cups of coffee and one toast please.',
  'What time do you close in the evening?',
  'Do you have anything without sugar?',
  'Can you deliver to my office this afternoon?',
  'How much is a bottle of orange juice?',
  'Please cancel my order, I changed my mind.',
  'My name is Sarah and I will pick it up at noon.',
  'Is there parking behind the shop?',
  'I want to speak to a person, please.',
  'The last order was missing a drink.',
  'Could you recommend something for my children?',
  'Yes, that is correct, thank you very much.',
  'No, make it three, and one of them without ice.',
  'Where is my order? I have been waiting for an hour.',
  'Can I pay with my card when I collect it?',
  'Do you sell cakes for birthdays?',
  'Please send me the receipt by email.',
  'What is the cheapest thing on the menu?',
  'I am allergic to nuts, is this safe for me?',
]

/** The embedded recogniser on clips the embedded voice made: words it got wrong, and its time as a share of theirs. */
export async function speech(_world, { say }) {
  const { createSpeech } = await import('../../dist/providers/speech/index.js')
  const { readConfig } = await import('../../dist/config.js')
  const open = (voice) => createSpeech(readConfig({ ICEBOT_TTS_VOICE: voice }), { info() {}, warn() {} })
  const results = []
  for (const voice of VOICES) {
    const set = open(voice)
    if (!set.recogniser) {
      await set.close()
      say(set.off[0])
      return []
    }
    say(`${SENTENCES.length} sentences spoken by ${voice} and heard`)
    results.push(await hear(set, voice))
    await set.close()
  }
  return [errorsResult(results), timeResult(results)]
}

async function hear({ recogniser, voice: speaker }, voice) {
  const total = { voice, words: 0, wrong: 0, soundMs: 0, heardMs: 0, spokenMs: 0 }
  const loading = performance.now()
  await recogniser.transcribe(new Int16Array(RATE), { language: 'en' })
  total.loadMs = performance.now() - loading
  for (const sentence of SENTENCES) {
    const parts = []
    const spoken = performance.now()
    for await (const part of speaker.speak(sentence, { language: 'en' })) parts.push(...part)
    const clip = Int16Array.from(parts)
    const heard = performance.now()
    const text = await recogniser.transcribe(clip, { language: 'en' })
    total.heardMs += performance.now() - heard
    total.spokenMs += heard - spoken
    total.soundMs += (clip.length * 1000) / RATE
    const wanted = wordsOf(sentence)
    total.words += wanted.length
    total.wrong += distance(wanted, wordsOf(text))
  }
  return total
}

const DIGITS = { 1: 'one', 2: 'two', 3: 'three' }

function wordsOf(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9' ]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => DIGITS[word] ?? word)
}

/** Words to put in, take out or replace. */
function distance(wanted, heard) {
  let row = heard.map((_, i) => i + 1)
  row.unshift(0)
  wanted.forEach((word, i) => {
    const next = [i + 1]
    heard.forEach((other, j) => {
      next.push(Math.min(row[j] + (word === other ? 0 : 1), row[j + 1] + 1, next[j] + 1))
    })
    row = next
  })
  return row.at(-1)
}

function errorsResult(results) {
  const worst = Math.max(...results.map(({ wrong, words }) => wrong / words))
  return {
    title: `Words the embedded recogniser gets wrong: at most ${(worst * 100).toFixed(1)} of 100 (wanted: ${WANTED_ERRORS * 100})`,
    ok: worst <= WANTED_ERRORS,
    bars: results.map(({ voice, wrong, words }) => ({
      name: `${voice}: ${wrong} of ${words} words`,
      ratio: wrong / words,
    })),
  }
}

function timeResult(results) {
  const shares = results.map(({ heardMs, soundMs }) => heardMs / soundMs)
  const worst = Math.max(...shares)
  return {
    title: `Hearing takes ${worst.toFixed(3)} of the time it took to say (wanted: ${WANTED_SHARE}); the model loads in ${Math.round(results[0].loadMs)} ms`,
    ok: worst <= WANTED_SHARE,
    bars: [
      ...results.map(({ voice, soundMs }, i) => ({
        name: `hearing ${Math.round(soundMs / 1000)} s by ${voice}`,
        ratio: shares[i],
      })),
      ...results.map(({ voice, spokenMs, soundMs }) => ({
        name: `speaking as ${voice}`,
        ratio: spokenMs / soundMs,
      })),
    ],
  }
}
