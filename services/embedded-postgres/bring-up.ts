import { setTimeout as sleep } from 'node:timers/promises'
import { unlessAborted } from '../platform/async/with-deadline.ts'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Log } from '../platform/log/log.ts'
import { type Binaries, versionOf } from './binaries.ts'
import {
  type Connection,
  connectionUrl,
  draftConnection,
  readConnection,
  storeConnection,
  usePort,
} from './connection-file.ts'
import { findHolderAt } from './data-dir/holder.ts'
import { readServerFile } from './data-dir/server-file.ts'
import { checkVersion, createCluster, hasCluster, writeAccessRules } from './initdb.ts'
import { freePort, isPortFree } from './ports.ts'
import {
  findPostmaster,
  hasArgs,
  isRunning,
  isTransientStartError,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { setRoles } from './roles.ts'
import { asNamedUser, type RunAs } from './run-as.ts'
import { serverArgs } from './settings.ts'

/** Context of the steps: the cluster's folder, its log file, the programs and their user. */
export type StartContext = {
  dataDir: string
  folder: string
  logFile: string
  user: RunAs
  binaries: Binaries
  log: Log
  signal: AbortSignal
  ownerMakesDatabases: boolean
}

export type Running = { postmaster: Postmaster; connection: Connection; adopted: boolean }

/** Adopts or starts Postgres. Retries for 10 s while another process is starting or stopping it. */
export async function bringUp(context: StartContext, keepPort: boolean): Promise<Running> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      const running = (await adopt(context)) ?? (await startFresh(context, keepPort))
      if (running !== null) return running
    } catch (error) {
      if (!isTransientStartError(error) || performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** Adopts a Postgres that runs on the folder. One with other settings is stopped, unless a process uses it. */
async function adopt({ dataDir, folder, user, log, signal }: StartContext): Promise<Running | null> {
  const postmaster = await findPostmaster(folder)
  if (postmaster === null) return null
  const isReady = await waitUntilReady(postmaster, () => signal.aborted || !isRunning(postmaster), log)
  signal.throwIfAborted()
  if (!isReady) return null
  const known = await readConnection(dataDir)
  if (known === null) {
    await refuseWhileHeld(dataDir)
    await stopPostmaster(postmaster, log)
    return null
  }
  const connection = await usePort(dataDir, known, postmaster.port)
  const finding = findHolderAt(connectionUrl(connection, dataDir), 10_000)
  const holder = await unlessAborted(signal, finding).catch((cause: unknown) => {
    signal.throwIfAborted()
    // Never stop a Postgres that another process may be using.
    if (isRunning(postmaster)) throw new Error(unanswered(postmaster, cause), { cause })
    return null
  })
  const args = serverArgs(folder, postmaster.port, user)
  if (holder !== null || hasArgs(postmaster, args)) return { postmaster, connection, adopted: true }
  await stopPostmaster(postmaster, log)
  return null
}

const unanswered = ({ pid, folder }: Postmaster, cause: unknown) =>
  `Postgres runs on ${folder} (process ${pid}) but does not answer (${cause instanceof Error ? cause.message : cause}): stop that process`

/** Without a password the database can't be queried for its holder, so the file beside it decides. */
async function refuseWhileHeld(dataDir: string): Promise<void> {
  const holder = await readServerFile(dataDir)
  // In a container a killed process often had the same pid.
  if (holder === null || holder.pid === process.pid || !isProcessAlive(holder.pid)) return
  throw new Error(
    `${dataDir} is in use by process ${holder.pid}, and no postgres.json there has its passwords: stop that process, then the next start sets new ones`,
  )
}

async function startFresh(context: StartContext, keepPort: boolean): Promise<Running | null> {
  const { dataDir, folder, logFile, binaries, user, log, signal } = context
  // Another process has started it meanwhile: the files must keep their owner.
  if ((await findPostmaster(folder)) !== null) return null
  let connection = await connectionOfCluster(context)
  if (!(await isPortFree(connection.port))) {
    // The port is used by this cluster's Postgres, which another process has started meanwhile.
    if ((await findPostmaster(folder)) !== null) return null
    if (keepPort) throw new Error(`Postgres can't start again: its port ${connection.port} was taken`)
    connection = await usePort(dataDir, connection, await freePort())
  }
  await writeAccessRules(folder, user)
  const server = { folder, port: connection.port, logFile }
  const postmaster = await startPostmaster(server, binaries, user, log, signal)
  return { postmaster, connection, adopted: false }
}

/** Creates the cluster if missing, and resets its passwords if they are unknown; stores them once they are set. */
async function connectionOfCluster(context: StartContext): Promise<Connection> {
  const { dataDir, folder, binaries, user, signal } = context
  const known = await readConnection(dataDir)
  const isThere = await hasCluster(folder)
  if (isThere) await checkVersion(folder, await versionOf(binaries))
  if (isThere && known !== null) return known
  const connection = known ?? (await draftConnection(dataDir))
  const finish = (cluster: string, named: RunAs) =>
    setRoles(cluster, connection.passwords, binaries, named, context)
  if (isThere) await asNamedUser(folder, user, (named) => finish(folder, named))
  else await createCluster(folder, binaries, user, signal, finish)
  await storeConnection(dataDir, connection)
  return connection
}
