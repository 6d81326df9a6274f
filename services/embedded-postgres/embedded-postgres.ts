import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { unlessAborted } from '../platform/async/with-deadline.ts'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Log } from '../platform/log/log.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import {
  type Connection,
  connectionUrl,
  freePort,
  isPortFree,
  readServerFile,
  removeServerFile,
  type ServerFile,
  storeConnection,
  writeServerFile,
} from './data-folder.ts'
import { nameDiskFault } from './disk-fault.ts'
import {
  findPostmaster,
  isTransientStartError,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { runAs } from './run-as.ts'

/*
 * The Postgres of `npm start`, by the cases that each file is for:
 *   binaries.ts      the npm package is not linked, read-only, or closed to the user that runs Postgres
 *   run-as.ts        a start by root, as which Postgres refuses to run
 *   cluster.ts       the first start, lost passwords, and clusters of older releases
 *   postmaster.ts    start, readiness and stop of the process, and its end with this one, also by kill -9
 *   data-folder.ts   how commands and other starts find it: its port and passwords, the running server
 *   disk-fault.ts    a disk that is full, lost or not permitted
 * Here: another process uses the folder, or its Postgres is still ending; Postgres was killed.
 */

type EmbeddedPostgresOptions = {
  dataDir: string
  log: Log
  /** Aborts the start: stops Postgres if it was started, and throws the reason. */
  signal?: AbortSignal
  /** Whether the role of `ownerUrl` may create databases; for tests. */
  ownerMakesDatabases?: boolean
  /** Called if Postgres was killed and another process has taken the folder since: this process must exit. */
  onLost?: (error: Error) => void
}

export type EmbeddedPostgres = {
  /**
   * Connection string of the application role: no superuser, and not the owner of the tables of record. Contains the
   * password.
   */
  url: string
  /** Connection string of the owner of database and tables, for migrations. No superuser either. */
  ownerUrl: string
  /** Stores the address of this server in DATA_DIR, once it is known. */
  describe(url: string): Promise<void>
  /** Stops it and resolves once it has exited, or after `withinMs`, by default 5 s: then it ends after this process. */
  stop(options?: { withinMs?: number }): Promise<void>
}

type Context = {
  dataDir: string
  folder: string
  log: Log
  signal: AbortSignal
  ownerMakesDatabases: boolean
}
type Running = { postmaster: Postmaster; connection: Connection }

/**
 * Runs the private Postgres of `dataDir`, on a Unix socket and 127.0.0.1 only, and creates its cluster at the first
 * start. It ends with this process. If it exits before, it is restarted, so clients need only retry. Throws a one-line
 * error if another process uses the folder, which it names, or if the start fails, and leaves no new process behind.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal = new AbortController().signal, ownerMakesDatabases = false } = options
  const startedAt = new Date().toISOString()
  try {
    await mkdir(options.dataDir, { recursive: true })
    const dataDir = await realpath(options.dataDir)
    const context = { dataDir, folder: join(dataDir, 'postgres'), log, signal, ownerMakesDatabases }
    const first = await start(context, false)
    const describe = (url: string | null) => writeServerFile(dataDir, { pid: process.pid, url, startedAt })
    const supervisor = supervise(context, first, options.onLost)
    const stop = async ({ withinMs }: { withinMs?: number } = {}) => {
      await supervisor.stop(withinMs)
      await removeServerFile(dataDir)
    }
    await describe(null).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return {
      url: connectionUrl(first.connection, dataDir),
      ownerUrl: connectionUrl(first.connection, dataDir, 'owner'),
      describe,
      stop,
    }
  } catch (error) {
    signal.throwIfAborted()
    throw await nameDiskFault(options.dataDir, error)
  }
}

/** Retries for 10 s while another process starts or stops Postgres. */
async function start(context: Context, isRestart: boolean): Promise<Running> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      return await startOnce(context, isRestart)
    } catch (error) {
      context.signal.throwIfAborted()
      if (!isTransientStartError(error) || performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

async function startOnce(context: Context, isRestart: boolean): Promise<Running> {
  const { dataDir, folder, log, signal, ownerMakesDatabases } = context
  await awaitFolder(context)
  const user = await runAs(folder)
  const binaries = await findBinaries(user, { linksDir: join(dataDir, 'postgres-libraries') })
  const cluster = { folder, binaries, user, signal }
  let connection = await prepareCluster(dataDir, cluster, ownerMakesDatabases)
  if (!(await isPortFree(connection.port))) {
    // Perhaps by a Postgres that another process has started meanwhile.
    await awaitFolder(context)
    if (isRestart) throw new Error(`Postgres can't start again: its port ${connection.port} was taken`)
    connection = await storeConnection(dataDir, { ...connection, port: await freePort() })
  }
  const place = { folder, port: connection.port, logFile: join(dataDir, 'postgres.log') }
  return { postmaster: await startPostmaster(place, binaries, user, log, signal), connection }
}

/** Throws if a live process uses the folder. Otherwise ends a Postgres whose server has ended, or waits for its end. */
async function awaitFolder({ dataDir, folder, log, signal }: Context): Promise<void> {
  const found = await findPostmaster(folder)
  if (found === null) return
  const file = await readServerFile(dataDir)
  const pid = found.server ?? file?.pid
  if (pid !== undefined && isProcessAlive(pid) && !found.isStopping)
    throw new DataDirInUseError(inUse(dataDir, pid, file?.pid === pid ? file : null))
  log.info('Waiting for the Postgres of the previous server, which is shutting down')
  await unlessAborted(signal, stopPostmaster(found, log, 20_000))
}

class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'
}

function inUse(dataDir: string, pid: number, file: ServerFile | null): string {
  const who = file?.url ? `the server at ${file.url}` : 'a ledger command or a server that is just starting'
  const since = file ? `, since ${file.startedAt}` : ''
  return `${dataDir} is in use by ${who} (process ${pid}${since})`
}

/** Pause before Postgres is started again after it has exited, ms. */
const restartPauseMs = 250

/** Restarts Postgres whenever it has exited, until `stop`. */
function supervise(startContext: Context, first: Running, onLost: (error: Error) => void = () => {}) {
  const { dataDir, log } = startContext
  const ending = new AbortController()
  const context = { ...startContext, signal: ending.signal }
  let { postmaster } = first

  async function restartUntilStopped(): Promise<void> {
    for (;;) {
      await postmaster.ended
      await sleep(restartPauseMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      log.warn('Postgres has exited and is restarted')
      try {
        postmaster = (await start(context, true)).postmaster
      } catch (error) {
        if (ending.signal.aborted) return
        if (error instanceof DataDirInUseError) return onLost(error)
        log.error(errorMessage(await nameDiskFault(dataDir, error)))
      }
    }
  }
  const supervision = restartUntilStopped()

  return {
    async stop(withinMs = 5_000) {
      const deadline = performance.now() + withinMs
      ending.abort()
      // A restart in progress is aborted.
      if (!postmaster.isRunning()) await supervision
      await stopPostmaster(postmaster, log, deadline - performance.now())
      // One that has not even ended by SIGKILL is not waited for: nothing would keep this process alive meanwhile.
      if (!postmaster.isRunning()) await supervision
    },
  }
}
