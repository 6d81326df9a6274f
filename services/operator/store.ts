import { join } from 'node:path'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import pg from 'pg'
import { z } from 'zod'
import { postgresDirectory } from '../accounts/players/postgres-directory.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import { hasCluster } from '../embedded-postgres/cluster.ts'
import { findRunningDatabase, readServerFile, type ServerFile } from '../embedded-postgres/data-folder.ts'
import { migrateTables } from '../migrate-all.ts'
import { unlessAborted, withDeadline } from '../platform/async/with-deadline.ts'
import type { Config } from '../platform/config/config.ts'
import { connectionReason } from '../platform/database/await-database.ts'
import type { Database } from '../platform/database/database.ts'
import { hasNoAnswer } from '../platform/database/transient-errors.ts'
import { hangText } from '../platform/database/watchdog.ts'
import { type EngineAddress, openEngine } from '../platform/engine.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Push } from '../platform/push/push.ts'
import { storageOf } from '../platform/storage/open-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { refuseOtherLedger } from '../projector/generations/other-ledger.ts'
import { openReadModels } from '../read-models.ts'
import { endOnInterrupt } from './end-on-interrupt.ts'
import { CommandFailedError, NoLedgerError } from './exit-codes.ts'

/** How long a command waits for a Kafka that does not answer, ms. */
export const ledgerWithinMs = 10_000

/** The opened ledger, database and storage that a command works on. */
export interface Store {
  readonly database: Database
  readonly ledger: Ledger
  /** Connection settings of both, for worker processes. */
  readonly address: EngineAddress
  readonly push: Push
  readonly readModels: ReadDatabase
  readonly players: PlayerDirectory
  /** Opens the storage lazily, because most commands use none. Throws StorageUnavailableError. */
  openStorage(): Promise<Storage>
  /** Human-readable name of the database, without its password. */
  readonly databaseName: string
  /** The server running on this DATA_DIR; null when none runs. Undefined (unknown) with DATABASE_URL. */
  readonly server: ServerFile | null | undefined
}

interface StoreOptions {
  readonly config: Config
  readonly log: Log
  /** Aborted by an interrupt, which ends `work` after a short time. */
  readonly signal: AbortSignal
}

/**
 * Runs `work` on the configured ledger: next to a running server, or on the embedded database, which is started for it
 * and stopped afterwards. Never creates a new ledger. Throws CommandFailedError.
 */
export async function withStore<T>(
  { config, log, signal }: StoreOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { url, name, server, close } = await findOrStartDatabase(config, log, signal)
  try {
    const { ledgerUrl, redisUrl } = config
    await checkLedgerExists(
      url,
      name,
      ledgerUrl === null ? ['ledger.events', 'projector.live'] : ['projector.live'],
    )
    const address = { databaseUrl: url, ledgerUrl, redisUrl, pushChannel: 'ledger' }
    const engine = await unlessAborted(
      signal,
      openEngine(address, { maxConnections: 8, log: untilAborted(signal, log), ledgerWithinMs }),
    )
    const readModels = openReadModels(engine.database.pool)
    const { database, ledger, push } = engine
    const players = postgresDirectory({ database, push })
    let storage: Promise<Storage> | undefined
    const openStorage = () => {
      storage ??= storageOf(config)
      return storage
    }
    try {
      await migrateTables(database)
      await refuseOtherLedger(database, ledger)
      const result = work({
        database,
        ledger,
        address,
        push,
        readModels,
        players,
        openStorage,
        databaseName: name,
        server,
      })
      return await endOnInterrupt(signal, result)
    } finally {
      players.stop()
      const closed = closeOpened(storage).then(() => engine.close())
      // Statements of work that was abandoned still hold connections.
      await (signal.aborted ? withDeadline(500, closed, 'closing').catch(() => {}) : closed)
    }
  } finally {
    await close(signal.aborted ? stopMs : undefined)
  }
}

/** Time to stop Postgres after an interrupt, ms. With that of the command less than `main.ts` allows. */
const stopMs = 2_300

async function closeOpened(opening: Promise<Storage> | undefined): Promise<void> {
  const storage = await opening?.catch(() => undefined)
  await storage?.close()
}

/** Without the warnings about connections that break after an interrupt. */
function untilAborted(signal: AbortSignal, log: Log): Log {
  return { ...log, warn: (line) => (signal.aborted ? undefined : log.warn(line)) }
}

interface FoundDatabase {
  readonly url: string
  readonly name: string
  readonly server: Store['server']
  /** `withinMs`: see ConfiguredDatabase. */
  close(withinMs?: number): Promise<void>
}

/** `signal`: ends the start of an embedded database, if none runs. Throws CommandFailedError. */
export async function findOrStartDatabase(
  config: Config,
  log: Log,
  signal?: AbortSignal,
): Promise<FoundDatabase> {
  const { databaseUrl, dataDir } = config
  const close = async () => {}
  if (databaseUrl !== null) {
    const { host, pathname } = new URL(databaseUrl)
    return { url: databaseUrl, name: `Postgres at ${host}${pathname}`, server: undefined, close }
  }
  const name = `embedded Postgres in ${dataDir}`
  const running = await findRunningDatabase(dataDir)
  if (running !== null) return { url: running, name, server: await readServerFile(dataDir), close }
  if (!(await hasCluster(join(dataDir, 'postgres'))))
    throw new NoLedgerError(
      `There is no ledger in ${dataDir}: no server was started on it, or its disk is missing. Set DATA_DIR to the data folder of the server.`,
    )
  const database = await openConfiguredDatabase(config, log, signal)
  return { url: database.databaseUrl, name, server: null, close: database.close }
}

const existence = z.tuple([z.object({ exists: z.boolean() })])

/**
 * Checks that the ledger exists before it is opened, because opening creates tables and retries until the database is
 * available. `withinMs`: timeout of the connection and of the answer, ms.
 */
export async function checkLedgerExists(
  url: string,
  name: string,
  tables: readonly string[],
  withinMs = 5_000,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      'select bool_and(to_regclass(name) is not null) as exists from unnest($1::text[]) as name',
      [tables],
    )
    if (existence.parse(rows)[0].exists) return
  } catch (error) {
    const problem = hasNoAnswer(error)
      ? hangText(withinMs)
      : `cannot be reached: ${connectionReason(error) || 'no answer'}`
    throw new CommandFailedError(`${name} ${problem}`, { cause: error })
  } finally {
    // A hung database does not even close its connections.
    await withDeadline(500, client.end(), 'closing').catch(() => {})
  }
  throw new CommandFailedError(`There is no ledger in ${name}: no server was ever started on it.`)
}

/** Whether other settings are those of a distributed system, whose files are usually in a bucket. */
export function lacksStorage({ storageUrl, ledgerUrl, redisUrl }: Config): boolean {
  return storageUrl === null && (ledgerUrl !== null || redisUrl !== null)
}

/** The live generation. Throws CommandFailedError. */
export async function requireLiveGeneration({
  database,
}: Pick<Store, 'database'>): Promise<StoredGeneration> {
  const live = await readLiveGeneration(database)
  if (!live)
    throw new CommandFailedError('There are no read models yet: start the server, which folds the ledger')
  return live
}
