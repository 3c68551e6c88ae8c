import { locateBinaries, runnable } from './binaries.ts'
import { findCluster, openDataFolder, requireWritable } from './cluster.ts'
import { connectionTo, urlOf } from './connect.ts'
import { createCluster } from './create-cluster.ts'
import { holdServer } from './hold.ts'
import { chooseRunner } from './runner.ts'

export interface EmbeddedServer {
  /** for pg: the host is the folder of a unix socket */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** the same as one DATABASE_URL that other processes can use */
  url: string
  /** the server was running already */
  adopted: boolean
  /** Close your own connections first: the last to leave stops the server, and others' connections keep it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** the icebot data folder */
  dataDir: string
  /** a purpose that only one process may have per data folder, such as "serve" */
  exclusive?: string
  /** what takes noticeable time, and later what befell the server */
  progress?: (text: string) => void
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { exclusive = null, progress = () => {} } = options
  const located = locateBinaries()
  const dataDir = openDataFolder(options.dataDir)
  let cluster = findCluster(dataDir, located.major)
  const runner = cluster ? cluster.runner : chooseRunner()
  const binaries = await runnable(located, runner, dataDir)
  if (!cluster) {
    requireWritable(dataDir)
    progress('Creating the database')
    await createCluster(dataDir, binaries, runner)
    cluster = findCluster(dataDir, located.major)
  }
  if (!cluster) throw new Error(`no cluster in ${dataDir} after it was created`)
  const hold = await holdServer({ cluster, binaries, exclusive, progress })
  return {
    connection: connectionTo(hold.socketDir),
    url: urlOf(hold.socketDir),
    adopted: hold.adopted,
    stop: hold.leave,
  }
}
