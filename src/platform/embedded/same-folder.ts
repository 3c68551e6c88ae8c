import { statSync } from 'node:fs'

/** A path that no longer exists is taken for the folder under its former name: a server may outlive a rename. */
export function sameFolder(claimed: string, folder: string): boolean {
  const there = statSync(claimed, { throwIfNoEntry: false })
  if (!there) return true
  const here = statSync(folder)
  return there.dev === here.dev && there.ino === here.ino
}
