import { createHmac } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../../lib/ids.ts'
import { sameText } from '../../lib/secrets.ts'
import { KEY, type Storage } from './port.ts'

export interface LocalOptions {
  folder: string
  secret: string
  baseUrl: () => Promise<string>
  now?: () => number
}

export const FILES_PATH = '/files'

/** Files in a folder of our own, behind links that we sign ourselves. */
export function createLocalStorage({ folder, secret, baseUrl, now = Date.now }: LocalOptions): Storage {
  const sign = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`file ${key} ${expires}`).digest('base64url')
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a key of a file: ${key}`)
    return join(folder, key)
  }

  return {
    name: 'local',
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Nobody ever reads half a file.
      const draft = `${path}.${newId()}`
      await writeFile(draft, bytes, { mode: 0o600 })
      await rename(draft, path)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async link(key, seconds) {
      const expires = String(Math.floor(now() / 1000) + seconds)
      const query = new URLSearchParams({ expires, signature: sign(key, expires) })
      return `${await baseUrl()}${FILES_PATH}/${key}?${query}`
    },
    local: {
      open({ key, expires, signature }) {
        if (!KEY.test(key) || !/^\d{1,12}$/.test(expires)) return undefined
        if (!sameText(sign(key, expires), signature) || Number(expires) * 1000 < now()) return undefined
        return pathOf(key)
      },
    },
  }
}
