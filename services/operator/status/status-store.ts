import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { hangText } from '../../platform/database/watchdog.ts'
import { measureSpace } from '../../platform/disk/disk-space.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import type { Log } from '../../platform/log/log.ts'
import { openReadModels } from '../../read-models.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { checkLedgerExists, findOrStartDatabase, type Store } from '../store.ts'
import { fetchServerHealth, type ServerHealth } from './server-health.ts'
import { kafkaStatusLedger, postgresStatusLedger, type StatusLedger } from './status-ledger.ts'

/** Space on the disk of DATA_DIR, bytes: below `needed` plays are refused. */
export interface DiskState {
  readonly free: number
  readonly needed: number
  readonly low: boolean
}

/** What `ledger status` reads. Unlike the store of other commands it opens without a ledger, Redis or storage. */
export interface StatusStore extends Pick<Store, 'databaseName' | 'server'> {
  readonly database: Database
  readonly readModels: ReadDatabase
  readonly ledger: StatusLedger
  /** Requests the server at its address, or at PUBLIC_URL; null when none runs. */
  readonly fetchServerHealth: (() => Promise<ServerHealth>) | null
  /** Reads the disk of the embedded database; null with an external one. */
  readonly readDisk: (() => Promise<DiskState>) | null
}

/** Timeouts of the database, ms: to connect, and to answer everything. With that of the ledger less than five seconds. */
const connectMs = 1_500
const answerMs = 2_500
/** Timeout of the server, which is requested at the same time, ms. */
const serverMs = 1_500

/** Runs `work` on the parts that answer. Throws CommandFailedError, within five seconds also if the database does not answer. */
export async function withStatusStore<T>(
  config: Config,
  log: Log,
  work: (store: StatusStore) => Promise<T>,
): Promise<T> {
  const { ledgerUrl, dataDir, minFreeDisk } = config
  const { url, name, server, close } = await findOrStartDatabase(config, log)
  // At the same time as the database, so that the timeouts do not add up.
  const kafka = ledgerUrl === null ? null : await kafkaStatusLedger(kafkaAddress(ledgerUrl))
  try {
    const tables = ledgerUrl === null ? ['ledger.events', 'projector.live'] : ['projector.live']
    await checkLedgerExists(url, name, tables, connectMs)
    const database = openDatabase({ url, maxConnections: 2, onError: () => {} })
    try {
      const answer = work({
        database,
        readModels: openReadModels(database.pool),
        ledger: kafka ?? postgresStatusLedger(database),
        databaseName: name,
        server,
        fetchServerHealth:
          server === null ? null : () => fetchServerHealth(server?.url ?? config.publicUrl, serverMs),
        readDisk: config.databaseUrl === null ? () => readDiskState(dataDir, minFreeDisk) : null,
      })
      return await withDeadline(answerMs, answer, name).catch((error: unknown) => {
        if (error instanceof TimeoutError) throw new CommandFailedError(`${name} ${hangText(answerMs)}`)
        throw error
      })
    } finally {
      // A hung database does not even close its connections.
      await withDeadline(500, database.close(), 'closing').catch(() => {})
    }
  } finally {
    await kafka?.close()
    await close()
  }
}

async function readDiskState(folder: string, least: number | null): Promise<DiskState> {
  const { free, needed } = await measureSpace(folder, least)
  return { free, needed, low: free < needed }
}
