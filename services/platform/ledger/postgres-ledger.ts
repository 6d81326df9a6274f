import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { type ChangeSignal, changeSignal } from '../async/change-signal.ts'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import { isTransient } from '../database/transient-errors.ts'
import { type Log, silentLog } from '../log/log.ts'
import { appendStatement, batchAppends, checkNewEvent, type ToAppend } from './append-batch.ts'
import { checkNotBeyond, countRetries, keepFollowing } from './keep-following.ts'
import {
  type Ledger,
  LedgerUnavailableError,
  type NewEvent,
  type Offsets,
  partitionOf,
  type Subscription,
  type SubscriptionOptions,
} from './ledger.ts'
import { ledgerTables } from './ledger-tables.ts'
import { type PostgresReader, postgresReader } from './postgres-reader.ts'

export interface PostgresLedgerOptions {
  readonly database: Database
  /** The pool for reading events. Default: `database`. */
  readonly reading?: Database
  readonly log?: Log
  /** Limit of queued bytes; beyond it appends reject with LedgerBusyError. */
  readonly queueBytes?: number
  /** How long appends and reads are retried while the database is unavailable, ms. */
  readonly timeoutMs?: number
  /** Interval at which subscribers poll without a wake-up, ms. */
  readonly pollMs?: number
  /** The channel of LISTEN and NOTIFY, the same for all processes of a system. */
  readonly wakeChannel?: string
}

/** Maximum size of a batch, which is one statement, bytes. */
const batchBytes = 16 * 1024 * 1024

/**
 * The ledger in tables of Postgres. Needs at least two pool connections, and a dedicated one from the first
 * subscription on.
 */
export async function postgresLedger(options: PostgresLedgerOptions): Promise<Ledger> {
  const {
    database,
    reading = database,
    log = silentLog,
    timeoutMs = 10_000,
    pollMs = 1000,
    wakeChannel = 'ledger',
  } = options
  const partitions = await ledgerTables(database)
  const reader = postgresReader({ ends: database.pool, events: reading.pool })
  const subscriptions = new Set<Subscription>()
  let wakeUps: WakeUps | null = null
  let closed = false

  async function withTimeout<T>(fn: () => Promise<T>): Promise<T> {
    try {
      return await database.retrying(fn, timeoutMs)
    } catch (cause) {
      if (!isTransient(cause)) throw cause
      throw new LedgerUnavailableError('the database of the ledger is unavailable', { cause })
    }
  }
  /** For single reads. Subscriptions retry on their own, and must stop without waiting for a timeout. */
  const retryingReader: PostgresReader = {
    ends: (topic) => withTimeout(() => reader.ends(topic)),
    at: (topic, position) => withTimeout(() => reader.at(topic, position)),
    page: (topic, from, to, max) => withTimeout(() => reader.page(topic, from, to, max)),
  }

  async function store(topic: Topic, batch: readonly ToAppend[]) {
    const { query, positionsOf } = appendStatement(topic, wakeChannel, batch)
    const { rows } = await withTimeout(() => database.pool.query(query))
    return positionsOf(rows)
  }

  function withPartition(topic: Topic, event: NewEvent): ToAppend {
    if (closed) throw new Error('the ledger is closed')
    checkNewEvent(event)
    return { ...event, partition: partitionOf(partitions[topic], event.key) }
  }

  // If the connection is lost during the commit, the outcome is unknown. The whole batch is sent again before any other,
  // so each event is stored at least once and the first copies keep the append order.
  const batcherOf = (topic: Topic) =>
    batchAppends((batch) => store(topic, batch), { batchBytes, queueBytes: options.queueBytes })
  const batchers = { events: batcherOf('events'), rules: batcherOf('rules') } satisfies Record<Topic, unknown>

  return {
    engine: 'Postgres',
    isInDatabase: true,
    partitions,
    append: async (topic, event) => batchers[topic].add(withPartition(topic, event)),
    read: (topic, from, request) => readPages(retryingReader, topic, from, request),
    subscribe(request) {
      if (closed) throw new Error('the ledger is closed')
      wakeUps ??= listenForWakeUps(database, wakeChannel, log)
      const subscription = subscribeToPostgres(request, {
        reader,
        partitions: partitions[request.topic],
        wakeUps,
        pollMs,
        log,
        onStopped: () => subscriptions.delete(subscription),
      })
      subscriptions.add(subscription)
      return subscription
    },
    at: retryingReader.at,
    ends: retryingReader.ends,
    async close() {
      closed = true
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.all([batchers.events.drained(), batchers.rules.drained()])
      await wakeUps?.close()
    },
  }
}

const pageEvents = 500

/** `Ledger.read` page by page; the next page is prefetched while the caller handles this one. */
function readPages(
  reader: PostgresReader,
  topic: Topic,
  from: Offsets,
  { to, maxBatch = pageEvents }: { to?: Offsets; maxBatch?: number } = {},
): AsyncIterable<readonly RecordedEvent[]> {
  const endsAtCall = reader.ends(topic)
  // A rejection is handled where the promise is awaited.
  endsAtCall.catch(() => {})

  async function* pages() {
    const ends = await endsAtCall
    const stop = ends.map((end, partition) => Math.min(end, to?.[partition] ?? end))
    const next = ends.map((_, partition) => from[partition] ?? 0)
    let prefetched = reader.page(topic, next, stop, maxBatch)
    try {
      for (let page = await prefetched; page.length > 0; page = await prefetched) {
        for (const { partition, offset } of page) next[partition] = offset + 1
        prefetched = reader.page(topic, next, stop, maxBatch)
        prefetched.catch(() => {})
        yield page
      }
    } finally {
      await prefetched.catch(() => {})
    }
  }
  return pages()
}

interface SubscriptionParts {
  readonly reader: PostgresReader
  readonly wakeUps: WakeUps
  /** Number of partitions of the topic. */
  readonly partitions: number
  /** Poll interval without a wake-up, ms. */
  readonly pollMs: number
  readonly log: Log
  onStopped(): void
}

/**
 * Follows a topic. Postgres has no consumer groups: a second reader of the same group reads the same events, and the
 * checkpoint's fence decides whose batch is committed.
 */
function subscribeToPostgres(options: SubscriptionOptions, parts: SubscriptionParts): Subscription {
  const { topic, group, maxBatch, resume, handle, onPrefetched } = options
  const { reader, wakeUps, pollMs, log, onStopped } = parts
  const partitions = Array.from({ length: parts.partitions }, (_, partition) => partition)
  const retries = countRetries()

  /** `count`: the wake-ups before the read, so that a wake-up during the read is not missed. */
  function pageFrom(next: readonly number[]): { count: number; page: Promise<Page> } {
    const count = wakeUps[topic].last()
    const read = async () => {
      const ends = await reader.ends(topic)
      checkNotBeyond(partitions, next, ends)
      const batch = await reader.page(topic, next, ends, maxBatch)
      const after = afterBatch(next, batch)
      return { batch, after, isLast: after.every((offset, partition) => offset === itemAt(ends, partition)) }
    }
    return { count, page: read() }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const resumed = await resume(partitions)
    let next: readonly number[] = partitions.map((partition) => resumed.get(partition) ?? 0)
    // Under load the next page is prefetched while this one is handled.
    let prefetched: ReturnType<typeof pageFrom> | null = null
    while (!signal.aborted) {
      const { count, page } = prefetched ?? pageFrom(next)
      prefetched = null
      const { batch, after, isLast } = await page
      if (signal.aborted) return
      next = after
      if (batch.length >= maxBatch / 2) {
        prefetched = pageFrom(next)
        // A rejection is handled where the page is awaited.
        prefetched.page.then(({ batch }) => onPrefetched?.(batch)).catch(() => {})
      }
      if (batch.length > 0) await handle(batch)
      retries.reset()
      if (isLast && !prefetched) await wakeUps[topic].after(count, pollMs, signal)
    }
  }

  return keepFollowing({
    follow,
    onFailed: (error) => log.warn(`${group} retries reading ${topic}: ${errorMessage(error)}`),
    onStopped,
    retries,
  })
}

interface Page {
  readonly batch: readonly RecordedEvent[]
  /** The next offset of each partition. */
  readonly after: number[]
  /** No further events existed at the time of the read. */
  readonly isLast: boolean
}

function afterBatch(next: readonly number[], batch: readonly RecordedEvent[]): number[] {
  const advanced = [...next]
  for (const { partition, offset } of batch) advanced[partition] = offset + 1
  return advanced
}

/** Notifications of appends to each topic. They may be late, duplicated or lost, so readers also poll. */
interface WakeUps extends Readonly<Record<Topic, ChangeSignal>> {
  close(): Promise<void>
}

/** Listens for the notifications that appends send on `channel`, each with its topic. */
function listenForWakeUps(database: Database, channel: string, log: Log): WakeUps {
  const signals = { events: changeSignal(), rules: changeSignal() }
  const listening = listen(database, log, {
    channel,
    onNotice: (topic) => {
      if (topic === 'events' || topic === 'rules') signals[topic].notify()
    },
    onMissed: () => {
      signals.events.notify()
      signals.rules.notify()
    },
  })
  return { ...signals, close: () => listening.stop() }
}
