import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Logger } from 'pino'
import { type ConfiguredDatabase, openConfiguredDatabase } from './configured-database.ts'
import { nameDiskFault } from './embedded-postgres/disk-fault.ts'
import { newOperatorSecret, removeOperatorFile, writeOperatorFile } from './operator-file.ts'
import { unlessAborted, withDeadline } from './platform/async/with-deadline.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { type DiskSpace, unwatchedDisk, type WatchedDisk, watchDisk } from './platform/disk/disk-space.ts'
import { makeLog } from './platform/log/make-log.ts'
import { checkChosenServices, chosenServices, type ServiceName, serviceNames } from './service-names.ts'
import type { ShutdownSignal } from './shutdown-signal.ts'
import { startSystem } from './system.ts'

/** Part of the shutdown deadline reserved for closing the database after the services, and the margin after that, ms. */
const closeDatabaseMs = 2_000
const marginMs = 300

/**
 * Runs the services selected by configuration and arguments until a shutdown signal. Rejects with a one-sentence message
 * when they fail to start.
 */
export async function runServer(shutdown: ShutdownSignal): Promise<void> {
  const config = readConfig(process.env)
  const only = chosenServices(process.argv.slice(2))
  checkChosenServices(only, config)
  const log = makeLog(config, only.size === serviceNames.length ? 'all' : [...only].join())
  shutdown.signal.throwIfAborted()
  await requireFreePort(config)
  const disk = await diskOf(config, log)
  const operatorSecret = newOperatorSecret()
  const database = await openConfiguredDatabase(config, log, shutdown.signal)
  try {
    const system = await unlessAborted(
      shutdown.signal,
      start({ config, only, log, disk, database, operatorSecret, shutdown }),
    )
    disk.hasStarted?.()
    process.stdout.write(`Stepledger is at ${system.url}\n${system.description}; ${database.description}\n`)
    if (!shutdown.signal.aborted) await once(shutdown.signal, 'abort')
    await withDeadline(shutdown.leftMs() - closeDatabaseMs, system.stop(), 'stopping the services')
  } catch (error) {
    throw config.databaseUrl === null ? await nameDiskFault(config.dataDir, error) : error
  } finally {
    // Also runs when the start failed, for example because the port is in use.
    if (config.databaseUrl === null) await removeOperatorFile(config.dataDir, operatorSecret)
    await database.close(Math.min(shutdown.leftMs() - marginMs, 5_000))
  }
}

/**
 * Watches free space on the disk of DATA_DIR if it contains the database; an external database is monitored by its
 * operator. Runs first, so that Postgres has enough space to start.
 */
async function diskOf(
  { databaseUrl, dataDir, minFreeDisk }: Config,
  log: Logger,
): Promise<DiskSpace & Partial<WatchedDisk>> {
  if (databaseUrl !== null) return unwatchedDisk
  return watchDisk({ folder: dataDir, least: minFreeDisk, log }).catch(async (error: unknown) => {
    throw await nameDiskFault(dataDir, error)
  })
}

interface Start {
  readonly config: Config
  readonly only: ReadonlySet<ServiceName>
  readonly log: Logger
  readonly disk: DiskSpace
  readonly database: ConfiguredDatabase
  readonly operatorSecret: string
  readonly shutdown: ShutdownSignal
}

async function start({ config, only, log, disk, database, operatorSecret, shutdown }: Start) {
  const system = await startSystem({
    config,
    log,
    databaseUrl: database.databaseUrl,
    disk,
    only,
    operatorSecret,
    websiteDir: fileURLToPath(new URL('./web/', import.meta.url)),
    downloadsDir: fileURLToPath(new URL('./client/', import.meta.url)),
    projectorWorker: new URL('./projector-worker.js', import.meta.url),
    packWorker: new URL('./pack-worker.js', import.meta.url),
    exportWorker: new URL('./export-worker.js', import.meta.url),
    onFatalError: (error) => {
      // Failures during shutdown are expected.
      if (shutdown.signal.aborted) return
      log.fatal(error.message)
      process.exit(1)
    },
  })
  await database.describe(system.url)
  if (config.databaseUrl === null)
    await writeOperatorFile(config.dataDir, { url: system.localUrl, secret: operatorSecret })
  return system
}

/**
 * Throws a one-line error if the server could not listen, so that a start ends before it creates a database. Another
 * program may still take the port in between.
 */
async function requireFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw new Error(reasonOf(error, port, host), { cause: error })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

function reasonOf(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `PORT: another program listens on ${host}:${port}, perhaps another Stepledger. Stop it, or set another PORT.`
  if (code === 'EACCES') return `PORT: this user may not listen on ${host}:${port}. Set a PORT above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`
  return `HOST, PORT: cannot listen on ${host}:${port}: ${errorMessage(error)}`
}
