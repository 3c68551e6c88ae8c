import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../lib/root.ts'
import { UserError } from '../../lib/user-error.ts'
import { createSpeech, findPack } from '../../providers/speech/index.ts'
import type { Command } from '../command.ts'

const LANGUAGES = ['en', 'ms', 'zh', 'ta']

export const speechCommands: Command[] = [
  {
    name: 'speech status',
    about: 'Show what understands spoken words, what speaks, and in which languages',
    withoutDatabase: true,
    run: async ({ config }) => {
      const speech = createSpeech(config, { info() {}, warn() {} })
      const { isReady, folder, parts } = findPack()
      const about = (part: { name: string; knows(language: string): boolean } | undefined) =>
        part ? { name: part.name, languages: LANGUAGES.filter((language) => part.knows(language)) } : null
      const json = {
        recogniser: about(speech.recogniser),
        voice: about(speech.voice),
        pack: { ready: isReady, folder, parts },
        off: speech.off,
      }
      await speech.close()
      return { json, text: forReading(json) }
    },
  },
  {
    name: 'speech install',
    about: 'Fetch the speech pack, which understands spoken English on this machine',
    withoutDatabase: true,
    run: async ({ progress }) => {
      await install(progress)
      const { isReady, folder, parts } = findPack()
      return {
        json: { ready: isReady, folder, parts },
        hint: 'A service that is running uses it from its next start on.',
      }
    },
  },
]

/** The same steps as at a start, which run before anything is built: see bin/setup. */
async function install(progress: (text: string) => void): Promise<void> {
  const load = (name: string) => import(pathToFileURL(join(packageRoot, 'bin', 'setup', name)).href)
  const [{ isPackReady }, { withLock }] = await Promise.all([load('speech.js'), load('lock.js')])
  if (isPackReady(packageRoot)) return
  const { installPack } = await load('speech-install.js')
  progress('Fetching the speech pack (150 MB)')
  try {
    await withLock(packageRoot, process.stderr, () => installPack(packageRoot))
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

interface Status {
  recogniser: { name: string; languages: string[] } | null
  voice: { name: string; languages: string[] } | null
  pack: { ready: boolean; folder: string }
  off: string[]
}

function forReading({ recogniser, voice, pack, off }: Status): string {
  const line = (part: Status['voice']) => (part ? `${part.name} (${part.languages.join(', ')})` : 'nothing')
  return [
    `understands with  ${line(recogniser)}`,
    `speaks with       ${line(voice)}`,
    `speech pack       ${pack.ready ? pack.folder : 'not there'}`,
    ...(off.length > 0 ? ['', ...off] : []),
  ].join('\n')
}
