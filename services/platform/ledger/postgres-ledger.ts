import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Database } from '../database/database.ts'
import { isTransient } from '../database/transient-errors.ts'
import type { Log } from '../log/log.ts'
import { appendStatement, type ToAppend } from './append-batch.ts'
import { type Batcher, createBatcher } from './batcher.ts'
import { checkNewEvent } from './check-new-event.ts'
import type { Ledger, NewEvent, Subscription } from './ledger.ts'
import { LedgerUnavailableError } from './ledger-errors.ts'
import { ledgerTables } from './ledger-tables.ts'
import { partitionOf } from './partition-of.ts'
import { type PostgresReader, postgresReader } from './postgres-reader.ts'
import { subscribeToPostgres } from './postgres-subscription.ts'
import { readPages } from './read-pages.ts'
import type { SqlToWrite } from './sql-to-write.ts'
import { listenForWakeUps, type WakeUps } from './wake-ups.ts'

export interface PostgresLedgerOptions {
  readonly database: Database
  /** By whose connections events are read. Default: `database`. */
  readonly reading?: Database
  readonly log?: Log
  /** A batch starts so long after the one before, at least, ms. */
  readonly lingerMs?: number
  /** A batch is one statement of at most this many bytes. */
  readonly batchBytes?: number
  /** Above this many bytes waiting, appends are refused with LedgerBusyError. */
  readonly queueBytes?: number
  /** How long to go on trying when the database is away, ms, before an append or a read fails. */
  readonly patienceMs?: number
  /** How often subscribers look when nothing wakes them, ms. */
  readonly pollMs?: number
  /** The channel of LISTEN and NOTIFY, the same for all processes of a system. */
  readonly wakeChannel?: string
}

/** What an event costs in memory beside its bytes, roughly. */
const overheadBytes = 500
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * The ledger in tables of Postgres. Needs two connections of the pool at least, and one of its own once something
 * subscribes.
 */
export async function postgresLedger(options: PostgresLedgerOptions): Promise<Ledger> {
  const {
    database,
    reading = database,
    log = quiet,
    patienceMs = 10_000,
    pollMs = 1000,
    wakeChannel = 'ledger',
  } = options
  await ledgerTables(database)
  const reader = postgresReader({ ends: database.pool, events: reading.pool })
  const subscriptions = new Set<Subscription>()
  let wakeUps: WakeUps | null = null
  let closed = false

  async function patiently<T>(fn: () => Promise<T>): Promise<T> {
    try {
      return await database.retrying(fn, AbortSignal.timeout(patienceMs))
    } catch (cause) {
      if (!isTransient(cause)) throw cause
      throw new LedgerUnavailableError('the database of the ledger is away', { cause })
    }
  }
  /** For who asks once. A subscription goes on by itself, and stops at once. */
  const patientReader: PostgresReader = {
    ends: (topic) => patiently(() => reader.ends(topic)),
    at: (topic, position) => patiently(() => reader.at(topic, position)),
    page: (topic, from, to, max) => patiently(() => reader.page(topic, from, to, max)),
  }

  async function store(topic: Topic, batch: readonly ToAppend[], beside: SqlToWrite | null) {
    const { query, positionsOf } = appendStatement(topic, wakeChannel, batch, beside)
    const { rows } = await patiently(() => database.pool.query(query))
    return positionsOf(rows)
  }

  function placed(topic: Topic, event: NewEvent): ToAppend {
    if (closed) throw new Error('the ledger is closed')
    checkNewEvent(event)
    return { ...event, partition: partitionOf(topic, event.key) }
  }

  function batcherOf(topic: Topic): Batcher<ToAppend, Position> {
    return createBatcher({
      bytesOf: ({ key, bytes }) => bytes.length + key.length + overheadBytes,
      lingerMs: options.lingerMs ?? 2,
      batchBytes: options.batchBytes ?? 16 * 1024 * 1024,
      queueBytes: options.queueBytes ?? 64 * 1024 * 1024,
      // When the connection is lost during the commit, nobody knows whether the batch is there. It is sent again, whole
      // and before any other, so that each event lies there at least once and the first of each in the order of
      // appending.
      send: (batch) => store(topic, batch, null),
    })
  }
  const batchers = { events: batcherOf('events'), rules: batcherOf('rules') } satisfies Record<Topic, unknown>

  return {
    engine: 'Postgres',
    append: async (topic, event) => batchers[topic].add(placed(topic, event)),
    appendWithSql: async (topic, events, beside) =>
      store(
        topic,
        events.map((event) => placed(topic, event)),
        beside,
      ),
    read: (topic, from, wanted) => readPages(patientReader, topic, from, wanted),
    subscribe(wanted) {
      if (closed) throw new Error('the ledger is closed')
      wakeUps ??= listenForWakeUps(database, wakeChannel, log)
      const subscription = subscribeToPostgres(wanted, {
        reader,
        wakeUps,
        pollMs,
        log,
        onStopped: () => subscriptions.delete(subscription),
      })
      subscriptions.add(subscription)
      return subscription
    },
    at: patientReader.at,
    ends: patientReader.ends,
    async close() {
      closed = true
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.all([batchers.events.drained(), batchers.rules.drained()])
      await wakeUps?.close()
    },
  }
}
