import pg from 'pg'
import { type Nesting, unwatchedNesting, watchedNesting } from './nesting.ts'
import { isConnectionLost } from './transient-errors.ts'
import { withRetries } from './with-retries.ts'

export type TransactionOptions = {
  /** Default: read committed. */
  isolation?: 'repeatable read' | 'serializable'
  readOnly?: boolean
  /**
   * Default: true. False: the commit does not wait for the disk, for what can be made again.
   */
  durable?: boolean
  /**
   * Default: false. True: tables are read by their indexes, however small they were when plans were made that are kept
   * while they grow.
   */
  byIndexes?: boolean
}

/** A Postgres. int8 columns come as numbers; one beyond 2^53 fails the query. */
export type Database = {
  /** For single statements, and for Kysely. */
  readonly pool: pg.Pool
  /**
   * Commits what `fn` did, or rolls it back when it throws. When the connection was lost during the commit, what it did
   * may or may not be there. Postgres ends the transaction of a process that stands still in it for 15 s: others get at
   * what it holds.
   */
  transaction<T>(fn: (client: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs `fn` until it succeeds, as long as its error is transient (isTransient): for ever, unless the signal is
   * aborted. `fn` must bear being run again.
   */
  retrying<T>(fn: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** A connection of one's own beside the pool, to listen or to hold a lock. End it yourself; watch its 'end'. */
  connect(applicationName: string): Promise<pg.Client>
  /** Waits until all connections are given back, then closes them. */
  close(): Promise<void>
}

/** Opens a pool; connects at the first use. `onTrouble` hears of lost idle connections and of each retry. */
export function openDatabase(options: {
  url: string
  maxConnections: number
  /** How long a process may stand still in a transaction, ms. */
  stillMs?: number
  /** Whether to refuse a connection to a transaction that holds one already; see watchedNesting for what it costs. */
  watchNesting?: boolean
  onTrouble?: (error: unknown) => void
}): Database {
  const { url, maxConnections, stillMs = 15_000, onTrouble = () => {} } = options
  const nesting = options.watchNesting ? watchedNesting() : unwatchedNesting
  // The same answers on any server, whatever its configuration.
  const settings = '-c TimeZone=UTC -c jit=off'
  const shared = {
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new WatchedPool(nesting, {
    ...shared,
    options: `${settings} -c idle_in_transaction_session_timeout=${stillMs}`,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600,
    application_name: 'stepledger',
  })
  pool.on('error', onTrouble)
  // A connection that is lost while it is lent out fails its query; without a listener it would end the process as
  // well.
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    pool,
    transaction: (fn, transactionOptions) =>
      runTransaction(pool, (client) => nesting.hold(() => fn(client)), transactionOptions ?? {}),
    retrying: (fn, signal) => withRetries(fn, signal, onTrouble),
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

  constructor(nesting: Nesting, config: pg.PoolConfig) {
    super(config)
    this.#nesting = nesting
  }

  /** pg.Pool's own query comes by here as well. */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    this.#nesting.refuseToHolders()
    if (!callback) return super.connect()
    super.connect(callback)
    return undefined
  }
}
type PoolCallback = Parameters<pg.Pool['connect']>[0]

async function runTransaction<T>(
  pool: pg.Pool,
  fn: (client: pg.PoolClient) => Promise<T>,
  { isolation, readOnly, durable = true, byIndexes = false }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(
      `BEGIN${isolation ? ` ISOLATION LEVEL ${isolation}` : ''}${readOnly ? ' READ ONLY' : ''}${durable ? '' : '; SET LOCAL synchronous_commit = off'}${byIndexes ? '; SET LOCAL enable_seqscan = off' : ''}`,
    )
    const result = await fn(client)
    const { command } = await client.query('COMMIT')
    // Postgres answers ROLLBACK, and no error, when a statement had failed and nobody minded.
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
// One dimension, such as {1,2,NULL}.
types.setTypeParser(int8Array, (text: string) => {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((word) => (word === 'NULL' ? null : toNumber(word)))
})

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, beyond 2^53`)
  return value
}
