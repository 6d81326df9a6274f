import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findHolderAt } from '../data-dir/holder.ts'
import { type Binaries, findBinaries } from './embedded/binaries.ts'
import {
  type Connection,
  connectionUrl,
  ensureConnection,
  freePort,
  isPortFree,
  usePort,
} from './embedded/connection-file.ts'
import { checkVersion, createCluster, hasCluster, versionOf } from './embedded/initdb.ts'
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
import { runAs } from './embedded/run-as.ts'
import { postgresArgs } from './embedded/settings.ts'
import type { Log } from './log.ts'

export type EmbeddedPostgres = {
  /** For any Postgres client. Holds the password. */
  url: string
  /** It was running already, left by a process that was killed, or belonging to one that runs. */
  adopted: boolean
  /**
   * Stops it and returns when it is gone, within 5 s or so. Leaves it running when another process holds this DATA_DIR.
   * Let go of the own hold on DATA_DIR before or not, as you like.
   */
  stop(): Promise<void>
}

/** What all steps need: the folder of the cluster, the file of its log, and the programs. */
type Place = { dataDir: string; folder: string; logFile: string; binaries: Binaries; log: Log }

/**
 * Runs the private Postgres of `dataDir`, on 127.0.0.1 only; makes it at the first start. When it dies later it is started
 * again, so whoever uses it needs only to retry. Throws one clear sentence when it can't run.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
}): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const place = { dataDir, folder, logFile: join(dataDir, 'postgres.log'), binaries, log: options.log }

  const first = await bringUp(place, false)
  const keeper = keepRunning(place, first)
  return {
    url: connectionUrl(first.connection),
    adopted: first.adopted,
    async stop() {
      const last = await keeper.end()
      const holder = await findHolderAt(connectionUrl(first.connection), 2_000).catch(() => undefined)
      // One that we only found here, and that does not say who works with it, may be somebody else's.
      if (holder === undefined && first.adopted) return
      if (holder && holder.pid !== process.pid) return
      await stopPostmaster(last, place.log)
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
async function adopt({ dataDir, folder, log }: Place): Promise<Running | null> {
  const postmaster = await findPostmaster(folder)
  if (postmaster === null) return null
  if (!(await waitUntilReady(postmaster, () => !isRunning(postmaster), log))) return null
  const connection = await usePort(dataDir, await ensureConnection(dataDir), postmaster.port)
  const holder = await findHolderAt(connectionUrl(connection), 10_000).catch((cause: unknown) => {
    // Never stop what may be at work for somebody else.
    if (isRunning(postmaster)) throw new Error(unanswered(postmaster), { cause })
    return null
  })
  const args = postgresArgs(folder, postmaster.port)
  if (holder !== null || hasArgs(postmaster, args)) return { postmaster, connection, adopted: true }
  await stopPostmaster(postmaster, log)
  return null
}

const unanswered = ({ pid, folder }: Postmaster) =>
  `Postgres runs on ${folder} (process ${pid}) but does not answer: stop that process`

async function startFresh(place: Place, keepPort: boolean): Promise<Running | null> {
  const { dataDir, folder, logFile, binaries, log } = place
  let connection = await ensureConnection(dataDir)
  const user = await runAs(folder)
  if (!(await hasCluster(folder))) await createCluster(folder, connection.password, binaries, user)
  await checkVersion(folder, await versionOf(binaries))
  if (!(await isPortFree(connection.port))) {
    // Taken by our own Postgres, that another process has started meanwhile.
    if ((await findPostmaster(folder)) !== null) return null
    if (keepPort) throw new Error(`Postgres can't start again: its port ${connection.port} was taken`)
    connection = await usePort(dataDir, connection, await freePort())
  }
  const postmaster = await startPostmaster({ folder, port: connection.port, logFile }, binaries, user, log)
  return { postmaster, connection, adopted: false }
}

/** Looks twice a second whether it still runs (an adopted one is nobody's child) and starts it again. */
function keepRunning(place: Place, first: Running): { end(): Promise<Postmaster> } {
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
      place.log.error(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    async end() {
      clearInterval(timer)
      await work
      return running.postmaster
    },
  }
}
