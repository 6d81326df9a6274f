import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { checkTogether, readOnly, type ServiceName } from './chosen-services.ts'
import { type Home, openHome } from './database-home.ts'
import { unlessAborted, withDeadline } from './platform/async/with-deadline.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { nameFullDisk } from './platform/database/embedded/full-disk.ts'
import { type DiskSpace, unwatchedDisk, watchDisk } from './platform/disk/disk-space.ts'
import { makeLog } from './platform/log/make-log.ts'
import type { ShutdownSignal } from './shutdown-signal.ts'
import { startSystem } from './system.ts'

/** What is left for the database when the services were stopped or given up, ms, and what is left then. */
const forHomeMs = 2_000
const spareMs = 300

/**
 * Runs the services that configuration and arguments name until it is asked to end. Rejects with one sentence when they
 * can't start.
 */
export async function runServer(asked: ShutdownSignal): Promise<void> {
  const config = readConfig(process.env)
  const only = readOnly(process.argv.slice(2))
  checkTogether(only, config)
  const log = makeLog(config)
  asked.signal.throwIfAborted()
  const disk = await diskOf(config, log)
  const home = await openHome(config, log, asked.signal)
  try {
    const system = await unlessAborted(asked.signal, start({ config, only, log, disk, home, asked }))
    process.stdout.write(`Stepledger is at ${system.url}\n${system.description}; ${home.description}\n`)
    if (!asked.signal.aborted) await once(asked.signal, 'abort')
    await withDeadline(asked.leftMs() - forHomeMs, system.stop(), 'stopping the services')
  } catch (error) {
    throw config.databaseUrl === null ? await nameFullDisk(config.dataDir, error) : error
  } finally {
    // A port that is taken, for example: nothing of ours stays behind.
    await home.close(Math.min(asked.leftMs() - spareMs, 5_000))
  }
}

/**
 * The disk of DATA_DIR, if the database lies there: that of another machine is for its operator to watch. First, so
 * that Postgres has room to start.
 */
function diskOf({ databaseUrl, dataDir, minFreeDisk }: Config, log: Logger): DiskSpace | Promise<DiskSpace> {
  return databaseUrl === null ? watchDisk({ folder: dataDir, least: minFreeDisk, log }) : unwatchedDisk
}

interface Start {
  readonly config: Config
  readonly only: ReadonlySet<ServiceName>
  readonly log: Logger
  readonly disk: DiskSpace
  readonly home: Home
  readonly asked: ShutdownSignal
}

async function start({ config, only, log, disk, home, asked }: Start) {
  const system = await startSystem({
    config,
    log,
    databaseUrl: home.databaseUrl,
    disk,
    only,
    websiteDir: fileURLToPath(new URL('./web/', import.meta.url)),
    downloadsDir: fileURLToPath(new URL('./client/', import.meta.url)),
    projectorWorker: new URL('./projector-worker.js', import.meta.url),
    packWorker: new URL('./pack-worker.js', import.meta.url),
    exportWorker: new URL('./export-worker.js', import.meta.url),
    onDeath: (error) => {
      // Whatever dies while all of it ends.
      if (asked.signal.aborted) return
      log.fatal(error.message)
      process.exit(1)
    },
  })
  await home.describe(system.url)
  return system
}
