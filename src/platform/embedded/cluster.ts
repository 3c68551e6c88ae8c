import { existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../lib/folders.ts'
import { UserError } from '../../lib/user-error.ts'
import { chooseRunner, isRoot, mayReach, type Runner, userName } from './runner.ts'

/** A PostgreSQL data directory and who runs the server on it. */
export interface Cluster {
  dir: string
  /** the icebot data folder it belongs to */
  dataDir: string
  runner: Runner | null
}

/** Holds the path of a cluster that could not lie in the data folder itself. */
export const locationFile = (dataDir: string): string => join(dataDir, 'postgres.location')

export function openDataFolder(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) makeFolder(dataDir)
    return realpathSync(dataDir)
  } catch (error) {
    throw new UserError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}); set ICEBOT_DATA_DIR to a folder you may write to.`,
    )
  }
}

/** Said before anything is created, so that a folder for readers only is one sentence. */
export function requireWritable(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new UserError(
      `ICEBOT_DATA_DIR: the folder ${dataDir} cannot be used (${(error as Error).message}); set it to a folder you may write to.`,
    )
  }
}

/** The existing cluster of a data folder, or null when there is none yet. */
export function findCluster(dataDir: string, major: number): Cluster | null {
  const recorded = recordedPlace(dataDir)
  const dir = recorded ?? join(dataDir, 'postgres')
  const folder = statSync(dir, { throwIfNoEntry: false })
  if (!folder && recorded) {
    throw new UserError(
      `The database of ${dataDir} is missing: it belongs in ${recorded}, as ${locationFile(dataDir)} says; bring that folder back, or set ICEBOT_DATA_DIR to another folder to begin anew.`,
    )
  }
  if (!folder) return null
  refuseOthersFolder(dir, folder)
  if (readdirSync(dir).length === 0) return null
  refuseOtherMajor(dir, major)
  refuseRootsFolder(dir, folder)
  const runner = chooseRunner(folder.uid)
  if (runner && !mayReach(runner, dir)) {
    throw new UserError(
      `The user ${runner.name}, who owns the database in ${dir}, cannot enter that folder; open the folders above it (chmod o+x), or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
  return { dir, dataDir, runner }
}

function recordedPlace(dataDir: string): string | null {
  try {
    return readFileSync(locationFile(dataDir), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function refuseOthersFolder(dir: string, folder: Stats): void {
  if (!isRoot() && folder.uid !== process.getuid?.()) {
    throw new UserError(
      `The database in ${dir} belongs to the user ${userName(folder.uid)}; start icebot as root or as that user, or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
}

function refuseOtherMajor(dir: string, major: number): void {
  let found: string
  try {
    found = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new UserError(
      `The folder ${dir} holds something that is not a PostgreSQL database; move it away, or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
  if (found !== String(major)) {
    throw new UserError(
      `The database in ${dir} was made by PostgreSQL ${found} and this icebot brings PostgreSQL ${major}; start the icebot version that made it and run "icebot backup FILE", then "icebot restore FILE" here, or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
}

function refuseRootsFolder(dir: string, folder: Stats): void {
  if (isRoot() && folder.uid === 0) {
    throw new UserError(
      `The database in ${dir} belongs to root, and PostgreSQL refuses to run as root; give it to another user (chown -R nobody "${dir}"), or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
}
