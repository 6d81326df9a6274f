import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findHolderAt } from '../data-dir/holder.ts'
import { readServerFile } from '../data-dir/server-file.ts'
import { unlessAborted } from '../within.ts'
import { type Binaries, findBinaries, packageOfPostgres, versionOf } from './embedded/binaries.ts'
import {
  type Connection,
  connectionUrl,
  draftConnection,
  freePort,
  isPortFree,
  keepConnection,
  readConnection,
  usePort,
} from './embedded/connection-file.ts'
import { nameFullDisk } from './embedded/full-disk.ts'
import { checkVersion, createCluster, hasCluster } from './embedded/initdb.ts'
import {
  findPostmaster,
  hasArgs,
  isPassingStartError,
  isRunning,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './embedded/postmaster.ts'
import { isProcessAlive } from './embedded/process-alive.ts'
import { setRoles } from './embedded/roles.ts'
import { type RunAs, runAs } from './embedded/run-as.ts'
import { serverArgs } from './embedded/settings.ts'
import type { Log } from './log.ts'

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: Log
  /** Gives up the start: what was started is stopped, and the reason thrown. */
  signal?: AbortSignal
  /** The npm package that ships Postgres; the installed one unless told. */
  packageDir?: string
  /** The role of `ownerUrl` may make databases: for tests. */
  ownerMakesDatabases?: boolean
}

export type EmbeddedPostgres = {
  /** For any Postgres client, as the application: no superuser, and not the owner of the tables of record. Holds the password. */
  url: string
  /** As the owner of database and tables, for migrations. No superuser, either: nobody connects as one. */
  ownerUrl: string
  /** It was running already, left by a process that was killed, or belonging to one that runs. */
  adopted: boolean
  /**
   * Stops it and returns when it is gone, within 5 s unless told, ms. Leaves it running when another process holds this DATA_DIR.
   * Let go of the own hold on DATA_DIR before or not, as you like. `held`: this process had it, so that one that doesn't answer is stopped as well.
   */
  stop(options?: { withinMs?: number; held?: boolean }): Promise<void>
}

/** What all steps need: the folder of the cluster, the file of its log, the programs, and who runs them. */
type Place = {
  dataDir: string
  folder: string
  logFile: string
  user: RunAs
  binaries: Binaries
  log: Log
  signal: AbortSignal
  ownerMakesDatabases: boolean
}

/**
 * Runs the private Postgres of `dataDir`, on 127.0.0.1 only; makes it at the first start. When it dies later it is started
 * again, so whoever uses it needs only to retry. Throws one clear sentence when it can't run; nothing of it runs then that did not before.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const place = await prepare(options)
    return await keep(place, await bringUp(place, false))
  } catch (error) {
    options.signal?.throwIfAborted()
    throw await nameFullDisk(options.dataDir, error)
  }
}

/** Where root keeps what others are to run. */
export const copyDir = '/var/cache/stepledger'

async function prepare(options: EmbeddedPostgresOptions): Promise<Place> {
  const { log, signal = new AbortController().signal, ownerMakesDatabases = false } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const user = await runAs(folder)
  const packageDir = options.packageDir ?? (await packageOfPostgres())
  const linksDir = join(dataDir, 'postgres-libraries')
  const binaries = await findBinaries(packageDir, user, { linksDir, copyDir })
  const logFile = join(dataDir, 'postgres.log')
  return { dataDir, folder, logFile, user, binaries, log, signal, ownerMakesDatabases }
}

function keep(place: Place, first: Running): EmbeddedPostgres {
  const keeper = keepRunning(place, first)
  const url = connectionUrl(first.connection)
  return {
    url,
    ownerUrl: connectionUrl(first.connection, 'owner'),
    adopted: first.adopted,
    async stop({ withinMs = 5_000, held = false } = {}) {
      const deadline = performance.now() + withinMs
      const last = await keeper.end()
      const holder = await findHolderAt(url, withinMs / 4).catch(() => undefined)
      // One that we only found here, and that does not say who works with it, may be somebody else's.
      if (holder === undefined && first.adopted && !held) return
      if (holder && holder.pid !== process.pid) return
      await stopPostmaster(last, place.log, deadline - performance.now())
    },
  }
}

type Running = { postmaster: Postmaster; connection: Connection; adopted: boolean }

/** Adopts or starts it; for 10 s also when another process starts it at this moment, or is still ending. */
async function bringUp(place: Place, keepPort: boolean): Promise<Running> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      const running = (await adopt(place)) ?? (await startFresh(place, keepPort))
      if (running !== null) return running
    } catch (error) {
      if (!isPassingStartError(error) || performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** Takes over a Postgres that runs on the folder. One with other settings is stopped, unless a process works with it. */
async function adopt({ dataDir, folder, user, log, signal }: Place): Promise<Running | null> {
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
  const asked = findHolderAt(connectionUrl(connection), 10_000)
  const holder = await unlessAborted(signal, asked).catch((cause: unknown) => {
    signal.throwIfAborted()
    // Never stop what may be at work for somebody else.
    if (isRunning(postmaster)) throw new Error(unanswered(postmaster), { cause })
    return null
  })
  const args = serverArgs(folder, postmaster.port, user)
  if (holder !== null || hasArgs(postmaster, args)) return { postmaster, connection, adopted: true }
  await stopPostmaster(postmaster, log)
  return null
}

const unanswered = ({ pid, folder }: Postmaster) =>
  `Postgres runs on ${folder} (process ${pid}) but does not answer: stop that process`

/** Without a password nobody can ask the database who works with it: the file beside it has to do. */
async function refuseWhileHeld(dataDir: string): Promise<void> {
  const holder = await readServerFile(dataDir)
  // In a container the one that was killed often had our own id.
  if (holder === null || holder.pid === process.pid || !isProcessAlive(holder.pid)) return
  throw new Error(
    `${dataDir} is in use by process ${holder.pid}, and no postgres.json there has its passwords: stop that process, then the next start sets new ones`,
  )
}

async function startFresh(place: Place, keepPort: boolean): Promise<Running | null> {
  const { dataDir, folder, logFile, binaries, user, log, signal } = place
  let connection = await connectionOfCluster(place)
  if (!(await isPortFree(connection.port))) {
    // Taken by our own Postgres, that another process has started meanwhile.
    if ((await findPostmaster(folder)) !== null) return null
    if (keepPort) throw new Error(`Postgres can't start again: its port ${connection.port} was taken`)
    connection = await usePort(dataDir, connection, await freePort())
  }
  const server = { folder, port: connection.port, logFile }
  const postmaster = await startPostmaster(server, binaries, user, log, signal)
  return { postmaster, connection, adopted: false }
}

/** Makes the cluster when there is none, and sets its passwords when nobody knows them; they are written down once it has them. */
async function connectionOfCluster(place: Place): Promise<Connection> {
  const { dataDir, folder, binaries, user, signal } = place
  const known = await readConnection(dataDir)
  const isThere = await hasCluster(folder)
  if (isThere) await checkVersion(folder, await versionOf(binaries))
  if (isThere && known !== null) return known
  const connection = known ?? (await draftConnection(dataDir))
  const finish = (cluster: string) => setRoles(cluster, connection.passwords, binaries, user, place)
  if (isThere) await finish(folder)
  else await createCluster(folder, binaries, user, signal, finish)
  await keepConnection(dataDir, connection)
  return connection
}

/** Looks twice a second whether it still runs (an adopted one is nobody's child) and starts it again. */
function keepRunning(startPlace: Place, first: Running): { end(): Promise<Postmaster> } {
  const ending = new AbortController()
  const place = { ...startPlace, signal: ending.signal }
  let running = first
  let work = Promise.resolve()
  const timer = setInterval(() => {
    if (isRunning(running.postmaster)) return
    work = work.then(restart)
  }, 500)
  timer.unref()

  async function restart(): Promise<void> {
    if (isRunning(running.postmaster)) return
    place.log.warn('Postgres has ended, it is started again')
    try {
      running = await bringUp(place, true)
    } catch (error) {
      if (!ending.signal.aborted) place.log.error(messageOf(await nameFullDisk(place.dataDir, error)))
    }
  }

  return {
    async end() {
      clearInterval(timer)
      ending.abort()
      await work
      return running.postmaster
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
