import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isConnectionLost, type RetryLimit, withRetries } from './transient-errors.ts'
import type { Watchdog } from './watchdog.ts'

type TransactionOptions = {
  /** Default: read committed. */
  isolation?: 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Default: true. False: the commit does not wait for the disk; for data that can be rebuilt. */
  durable?: boolean
  /**
   * Default: false. True: each connection plans a prepared statement once, because planning a large one again takes
   * longer than running it; and without sequential scans, so that plans made while tables were small stay good as they
   * grow.
   */
  plansOnce?: boolean
}

/** The port to Postgres. int8 columns are returned as numbers; a value beyond 2^53 fails the query. */
export type Database = {
  /** For single statements, and for Kysely. */
  readonly pool: pg.Pool
  /**
   * Runs `fn` in a transaction, and rolls it back if `fn` throws. If the connection is lost during the commit, the
   * outcome is unknown. Postgres aborts a transaction that is idle for 15 s, so that a hanging process releases its
   * locks.
   */
  transaction<T>(fn: (client: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Retries `fn` on transient errors (isTransient) until it succeeds or the limit is reached. `fn` must be idempotent.
   */
  retrying<T>(fn: () => Promise<T>, limit?: RetryLimit): Promise<T>
  /** Opens a dedicated connection, to listen or to hold a lock. The caller closes it and handles its 'end' event. */
  connect(applicationName: string): Promise<pg.Client>
  /** Waits until all connections are released, then closes them. */
  close(): Promise<void>
}

/** Opens a pool, which connects lazily. `onError` is called for lost idle connections and for each retry. */
export function openDatabase(options: {
  url: string
  maxConnections: number
  /** Idle timeout within a transaction, ms. */
  idleInTransactionMs?: number
  /** Whether to throw when a transaction requests a second connection; for the cost see watchedNesting. */
  watchNesting?: boolean
  /** Ends statements when Postgres hangs. Default: they wait. */
  watchdog?: Watchdog
  onError?: (error: unknown) => void
}): Database {
  const { url, maxConnections, idleInTransactionMs = 15_000, watchdog, onError = () => {} } = options
  const nesting = options.watchNesting ? watchedNesting() : unwatchedNesting
  // Makes results independent of the server's configuration.
  const settings = '-c TimeZone=UTC -c jit=off'
  const shared = {
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new WatchedPool(nesting, watchdog, {
    ...shared,
    options: `${settings} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600,
    application_name: 'stepledger',
  })
  // `pool.end` doesn't wait for Postgres to close connections: one that stops meanwhile reports them as lost.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  watchdog?.guard(pool)
  // A checked-out connection that is lost fails its query; without a listener its 'error' event would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    pool,
    transaction: (fn, transactionOptions) =>
      runTransaction(pool, (client) => nesting.hold(() => fn(client)), transactionOptions ?? {}),
    retrying: (fn, limit) => withRetries(fn, limit, onError),
    async connect(applicationName) {
      const client = new pg.Client({ ...shared, options: settings, application_name: applicationName })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

class WatchedPool extends pg.Pool {
  readonly #nesting: Nesting
  readonly #watchdog: Watchdog | undefined

  constructor(nesting: Nesting, watchdog: Watchdog | undefined, config: pg.PoolConfig) {
    super(config)
    this.#nesting = nesting
    this.#watchdog = watchdog
  }

  /** pg.Pool's own `query` calls this too. */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    this.#nesting.refuseToHolders()
    const failure = this.#watchdog?.failure()
    if (!callback) return failure ? Promise.reject(failure) : super.connect()
    if (failure) process.nextTick(callback, failure, undefined, () => {})
    else super.connect(callback)
    return undefined
  }
}
type PoolCallback = Parameters<pg.Pool['connect']>[0]

async function runTransaction<T>(
  pool: pg.Pool,
  fn: (client: pg.PoolClient) => Promise<T>,
  { isolation, readOnly, durable = true, plansOnce = false }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(
      `BEGIN${isolation ? ` ISOLATION LEVEL ${isolation}` : ''}${readOnly ? ' READ ONLY' : ''}${durable ? '' : '; SET LOCAL synchronous_commit = off'}${plansOnce ? '; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan' : ''}`,
    )
    const result = await fn(client)
    const { command } = await client.query('COMMIT')
    // After an ignored statement error, Postgres answers COMMIT with ROLLBACK and reports no error.
    if (command !== 'COMMIT') throw new Error('rolled back: a statement of this transaction had failed')
    return result
  } catch (error) {
    broken = isConnectionLost(error)
    if (!broken) {
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

const int8 = 20
const int8Array = 1016
const types = new pg.TypeOverrides()
types.setTypeParser(int8, toNumber)
// One-dimensional, such as {1,2,NULL}.
types.setTypeParser(int8Array, (text: string) => {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((word) => (word === 'NULL' ? null : toNumber(word)))
})

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, beyond 2^53`)
  return value
}

/** Detects a request for a connection while holding one: several at once would deadlock on an exhausted pool. */
interface Nesting {
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Throws if the caller holds a connection. */
  refuseToHolders(): void
}

const unwatchedNesting: Nesting = { hold: (work) => work(), refuseToHolders: () => {} }

/**
 * For tests and development: AsyncLocalStorage makes every await of the process three times as expensive.
 */
function watchedNesting(): Nesting {
  const holding = new AsyncLocalStorage<true>()
  return {
    hold: (work) => holding.run(true, work),
    refuseToHolders() {
      if (holding.getStore()) {
        throw new Error(
          'a transaction requested a second connection: use its own, or read before or after it',
        )
      }
    },
  }
}
