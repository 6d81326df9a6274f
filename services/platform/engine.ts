import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { type Database, openDatabase } from './database/database.ts'
import { systemName } from './database/system-name.ts'
import { kafkaAddress } from './ledger/kafka/address.ts'
import type { Ledger } from './ledger/ledger.ts'
import { postgresLedger } from './ledger/postgres-ledger.ts'
import type { Log } from './log/log.ts'
import { inProcessPush } from './push/in-process.ts'
import type { Push } from './push/push.ts'

/** What every service stands on, whichever engine stands behind it. */
export interface Engine {
  readonly database: Database
  /** The same database by connections of its own: pages take these alone, so that nothing else ever waits for pages. */
  readonly reading: Database
  readonly ledger: Ledger
  readonly push: Push
  /** Null on the embedded engine. */
  readonly redis: RedisPlace | null
  /** Names of the adapters, for people. */
  readonly names: { readonly ledger: string; readonly push: string }
  close(): Promise<void>
}

/** Where this system is in a Redis. */
export interface RedisPlace {
  readonly url: string
  /** Begins the names of everything. */
  readonly prefix: string
}

/** Where the engine is: null for the embedded adapter. */
export const engineAddress = z.object({
  databaseUrl: z.string(),
  ledgerUrl: z.string().nullable().default(null),
  redisUrl: z.string().nullable().default(null),
  /** Tells systems apart that share a process. */
  pushChannel: z.string(),
})
export type EngineAddress = z.input<typeof engineAddress>

export interface EngineOptions {
  readonly maxConnections: number
  /** Of `reading`. Default: as many. */
  readonly maxReading?: number
  /** Refuse a connection to a transaction that holds one: for tests and development, it costs time. */
  readonly watchNesting?: boolean
  readonly log: Log
  /** Told when the engine can't be brought back from within this process, which should end and be started again. */
  readonly onStuck?: (reason: Error) => void
  /** Whether to open a Kafka that does not answer yet. Default: wait for it. */
  readonly ledgerMayBeAway?: (database: Database) => Promise<boolean>
}

/** Opens the adapters that the configuration names. Each thread and each process opens its own. */
export async function openEngine(address: EngineAddress, options: EngineOptions): Promise<Engine> {
  const { databaseUrl, ledgerUrl, redisUrl, pushChannel } = engineAddress.parse(address)
  const { maxConnections, maxReading = maxConnections, watchNesting = false, log, onStuck } = options
  const shared = {
    url: databaseUrl,
    watchNesting,
    onTrouble: (error: unknown) => log.warn(`database: ${errorMessage(error)}`),
  }
  const database = openDatabase({ ...shared, maxConnections })
  const reading = openDatabase({ ...shared, maxConnections: maxReading })
  const ledger =
    ledgerUrl === null
      ? await postgresLedger({ database, reading, log })
      : await openKafka(ledgerUrl, log, onStuck, (await options.ledgerMayBeAway?.(database)) ?? false)
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
    },
  }
}

// Clients that the embedded engine has no use for are loaded where they are wanted: a start on a laptop does not wait
// for them.

async function openKafka(
  url: string,
  log: Log,
  onStuck: EngineOptions['onStuck'],
  mayBeAway: boolean,
): Promise<Ledger> {
  const { kafkaLedger } = await import('./ledger/kafka/kafka-ledger.ts')
  return kafkaLedger({ address: kafkaAddress(url), log, mayBeAway, ...(onStuck ? { onStuck } : {}) })
}

async function openRedisPush(redis: RedisPlace, log: Log): Promise<Push> {
  const { redisPush } = await import('./push/redis-push.ts')
  return redisPush({ ...redis, log })
}
