import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { type Database, openDatabase } from './database/database.ts'
import { watchDatabase } from './database/watchdog.ts'
import { kafkaAddress } from './ledger/kafka/address.ts'
import type { Ledger } from './ledger/ledger.ts'
import { postgresLedger } from './ledger/postgres-ledger.ts'
import type { Log } from './log/log.ts'
import { inProcessPush } from './push/in-process.ts'
import type { Push } from './push/push.ts'

/** The adapters that every service shares, of either engine. */
export interface Engine {
  readonly database: Database
  /** The same database through a separate pool, reserved for pages, so that slow pages block nothing else. */
  readonly reading: Database
  readonly ledger: Ledger
  readonly push: Push
  /** Null on the embedded engine. */
  readonly redis: RedisSettings | null
  /** Display names of the adapters. */
  readonly names: { readonly ledger: string; readonly push: string }
  close(): Promise<void>
}

/** The Redis of this system. */
export interface RedisSettings {
  readonly url: string
  /** Prefix of all keys and channels. */
  readonly prefix: string
}

/** Addresses of the engine; null selects the embedded adapter. */
export const engineAddress = z.object({
  databaseUrl: z.string(),
  ledgerUrl: z.string().nullable().default(null),
  redisUrl: z.string().nullable().default(null),
  /** Separates systems that share a process. */
  pushChannel: z.string(),
})
export type EngineAddress = z.input<typeof engineAddress>

interface EngineOptions {
  readonly maxConnections: number
  /** Maximum connections of `reading`. Default: `maxConnections`. */
  readonly maxReading?: number
  /** See watchedNesting. */
  readonly watchNesting?: boolean
  readonly log: Log
  /** Timeout of reads and appends of the Postgres ledger while its database is unavailable, ms. Default: 10 s. */
  readonly ledgerTimeoutMs?: number
  /** Called when the engine can't recover within this process: it should exit and be restarted. */
  readonly onStuck?: (reason: Error) => void
  /** Whether to open a Kafka that does not answer yet. Default: wait for it. */
  readonly ledgerMayBeAway?: (database: Database) => Promise<boolean>
  /** How long to wait for a Kafka that does not answer, ms; then throws LedgerUnavailableError. Default: forever. */
  readonly ledgerWithinMs?: number
}

/** Opens the adapters that the configuration names. Each thread and each process opens its own. */
export async function openEngine(address: EngineAddress, options: EngineOptions): Promise<Engine> {
  const { databaseUrl, ledgerUrl, redisUrl, pushChannel } = engineAddress.parse(address)
  const { maxConnections, maxReading = maxConnections, watchNesting = false, log, ledgerTimeoutMs } = options
  const watchdog = watchDatabase({ url: databaseUrl, log })
  const shared = {
    url: databaseUrl,
    watchNesting,
    watchdog,
    onError: (error: unknown) => log.warn(`database: ${errorMessage(error)}`),
  }
  const database = openDatabase({ ...shared, maxConnections })
  const reading = openDatabase({ ...shared, maxConnections: maxReading })
  const ledger =
    ledgerUrl === null
      ? await postgresLedger({
          database,
          reading,
          log,
          ...(ledgerTimeoutMs && { timeoutMs: ledgerTimeoutMs }),
        })
      : await openKafka(ledgerUrl, options, (await options.ledgerMayBeAway?.(database)) ?? false)
  const redis = redisUrl === null ? null : { url: redisUrl, prefix: await systemName(database) }
  const push = redis === null ? inProcessPush(pushChannel) : await openRedisPush(redis, log)
  return {
    database,
    reading,
    ledger,
    push,
    redis,
    names: { ledger: ledger.engine, push: redis === null ? 'in process' : 'Redis' },
    async close() {
      await ledger.close()
      await push.close()
      await reading.close()
      await database.close()
      await watchdog.stop()
    },
  }
}

// Clients of external engines are loaded lazily, so that they do not delay an embedded start.

async function openKafka(
  url: string,
  { log, onStuck, ledgerWithinMs }: EngineOptions,
  mayBeAway: boolean,
): Promise<Ledger> {
  const { kafkaLedger } = await import('./ledger/kafka/kafka-ledger.ts')
  return kafkaLedger({
    address: kafkaAddress(url),
    log,
    mayBeAway,
    ...(onStuck ? { onStuck } : {}),
    ...(ledgerWithinMs ? { openWithinMs: ledgerWithinMs } : {}),
  })
}

async function openRedisPush(redis: RedisSettings, log: Log): Promise<Push> {
  const { redisPush } = await import('./push/redis-push.ts')
  return redisPush({ ...redis, log })
}

const named = z.tuple([z.object({ cluster: z.string(), database: z.string() })])

/**
 * Returns the key prefix that separates systems sharing a Redis. Equal for all processes on one database, whatever
 * address they use; different for a database restored into another cluster, so that it does not read stale keys.
 */
async function systemName(database: Database): Promise<string> {
  const { rows } = await database.retrying(() =>
    database.pool.query(
      'select system_identifier::text as cluster, current_database()::text as database from pg_control_system()',
    ),
  )
  const [name] = named.parse(rows)
  return `stepledger:${name.cluster}:${name.database}`
}
