import { authCheck } from '@stepledger/contracts/http/game.ts'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { getHealth, type SilentPart } from '@stepledger/contracts/http/site.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { hangText } from '../../platform/database/watchdog.ts'
import { measureSpace } from '../../platform/disk/disk-space.ts'
import { type KafkaLedgerAddress, kafkaAddress, topicName } from '../../platform/ledger/kafka/address.ts'
import { kafkaReader } from '../../platform/ledger/kafka/reader.ts'
import { postgresReader } from '../../platform/ledger/postgres-reader.ts'
import { type Log, silentLog } from '../../platform/log/log.ts'
import { openReadModels } from '../../read-models.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { checkLedgerExists, findOrStartDatabase, type Store } from '../store.ts'

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

/** Timeout of Kafka for all reads together, ms. */
const timeoutMs = 1_500

/** What `ledger status` reads of the topic `events`. */
export interface StatusLedger {
  readonly engine: string
  /** Whether its events are in the database of the read models. */
  readonly isInDatabase: boolean
  /** The next offset of each partition; null if the ledger does not answer in time. */
  ends(): Promise<readonly number[] | null>
  /** Null beyond the end, or if the ledger does not answer in time. */
  at(position: Position): Promise<{ readonly bytes: Uint8Array } | null>
  close(): Promise<void>
}

function postgresStatusLedger({ pool }: Pick<Database, 'pool'>): StatusLedger {
  const reader = postgresReader({ ends: pool, events: pool })
  return {
    engine: 'Postgres',
    isInDatabase: true,
    ends: () => reader.ends('events'),
    at: (position) => reader.at('events', position),
    close: async () => {},
  }
}

/** Begins to connect at once; its methods never reject. */
export async function kafkaStatusLedger(address: KafkaLedgerAddress): Promise<StatusLedger> {
  // Loads a library that a ledger in Postgres does not need, before any timeout begins: it blocks this process.
  const { openFetchClient } = await import('../../platform/ledger/kafka/fetch-client.ts')
  const reader = kafkaReader(address, {
    open: () => openFetchClient(address, [topicName(address.prefix, 'events')], timeoutMs),
    // No retry: the status is due, and shows that Kafka does not respond.
    timeoutMs: 0,
    log: silentLog,
  })
  const orNull = <T>(reading: Promise<T>) => withDeadline(timeoutMs, reading, 'Kafka').catch(() => null)
  const ends = orNull(reader.ends('events'))
  return {
    engine: 'Kafka',
    isInDatabase: false,
    ends: () => ends,
    at: (position) => orNull(reader.at('events', position)),
    close: async () => reader.close(),
  }
}

export interface ServerHealth {
  readonly url: string
  /** Whether `/api/health` answers there. The other fields are meaningful only then. */
  readonly answers: boolean
  /** Which necessary part does not answer the server, as a sentence; null if all do. */
  readonly problem: string | null
  /** Optional parts that do not answer the server. */
  readonly silent: readonly SilentPart[]
  /** Whether ingest, which receives plays, answers. */
  readonly takesPlays: boolean
}

/** Requests query and ingest at this address. Never rejects; `withinMs`: timeout of both requests, ms. */
export async function fetchServerHealth(url: string, withinMs: number): Promise<ServerHealth> {
  const signal = AbortSignal.timeout(withinMs)
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal })
    return { status: answer.status, body: await answer.text() }
  }
  const [health, ingest] = await Promise.all([orNull(get(getHealth.path)), orNull(get(authCheck.path))])
  const body = health === null ? null : parseJson(health.body)
  const isHealth = body !== null && (health?.status === 200 || health?.status === 503)
  return {
    url,
    answers: isHealth,
    problem: errorAnswer.safeParse(body).data?.error ?? null,
    // A server of another release may answer in another shape.
    silent: getHealth.answer.safeParse(body).data?.silent ?? [],
    // Without a key ingest answers 401; a proxy in front of it 502 to 504.
    takesPlays: ingest !== null && ingest.status < 500,
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
