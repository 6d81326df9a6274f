import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log/log.ts'

/** Interval of heartbeats while statements run, ms, and the number of intervals without an answer that is a hang. */
const everyMs = 1_000
const ticks = 4

/** Postgres hangs: it accepts connections and answers nothing. Counts as a lost connection. */
export class DatabaseHangsError extends Error {
  override readonly name = 'DatabaseHangsError'
}

/** The end of a sentence whose subject is the database. */
export const hangText = (withinMs: number) =>
  `does not answer: it accepts connections, and answered nothing within ${withinMs / 1000} s`

/** Ends statements of a Postgres that hangs: pg waits for them, and a cancel request would not be answered either. */
export interface Watchdog {
  /** Destroys the connections of the pool when Postgres hangs. */
  guard(pool: pg.Pool): void
  /** The error with which requests for a connection fail while Postgres hangs, or null. */
  failure(): DatabaseHangsError | null
  stop(): Promise<void>
}

interface WatchdogOptions {
  readonly url: string
  readonly log: Log
}

const terminated = z.array(z.object({ ended: z.boolean() }))

/**
 * Sends heartbeats on a separate connection while pools have statements in progress; these may take as long as they need.
 * After 4 s without an answer all connections of the pools are destroyed, so that statements fail with an unknown outcome
 * and requests for a connection fail at once. When Postgres answers again, the backends of these connections are
 * terminated first: none of their statements takes effect after a retry. Counts timer ticks instead of elapsed time, as a
 * pause of this process is one tick.
 */
export function watchDatabase({ url, log }: WatchdogOptions): Watchdog {
  const pools: pg.Pool[] = []
  const clients = new Set<pg.PoolClient>()
  let heartbeat: pg.Client | null = null
  let isWaiting = false
  let missed = 0
  let hangs = false
  let backends: number[] = []

  const hasStatements = () => pools.some((pool) => pool.totalCount > pool.idleCount || pool.waitingCount > 0)

  async function beat(): Promise<void> {
    const client =
      heartbeat ?? new pg.Client({ connectionString: url, application_name: 'stepledger watchdog' })
    if (heartbeat === null) {
      heartbeat = client
      client.on('error', () => {})
      client.once('end', () => {
        if (heartbeat === client) heartbeat = null
      })
      await client.connect()
    }
    const { rows } = await client.query(
      `select pg_terminate_backend(pid, 1000) as ended from pg_stat_activity
       where pid = any($1::int[]) and usename = current_user and datname = current_database()`,
      [backends],
    )
    if (terminated.parse(rows).some(({ ended }) => !ended)) return
    backends = []
    if (!hangs) return
    hangs = false
    log.info('Postgres answers again')
  }

  function destroyConnections(): void {
    heartbeat?.connection.stream.destroy()
    if (hangs) return
    hangs = true
    log.warn('Postgres accepts connections and answers nothing: its connections are closed')
    backends = [...clients].flatMap(backendOf)
    for (const client of clients) client.connection.stream.destroy()
  }

  function tick(): void {
    if (isWaiting) {
      missed += 1
      if (missed === ticks) destroyConnections()
      return
    }
    // Connects in advance: a postmaster that hangs accepts no connection, while open ones work.
    if (heartbeat !== null && !hangs && !hasStatements()) return
    isWaiting = true
    missed = 0
    beat()
      .catch((error: unknown) => {
        // An error that Postgres sends is an answer, such as that there are too many connections.
        if (error instanceof pg.DatabaseError && backends.length === 0) hangs = false
        heartbeat?.connection.stream.destroy()
        heartbeat = null
      })
      .finally(() => {
        isWaiting = false
      })
  }

  const timer = setInterval(tick, everyMs)
  timer.unref()
  return {
    guard(pool) {
      pools.push(pool)
      pool.on('connect', (client) => clients.add(client))
      pool.on('remove', (client) => clients.delete(client))
    },
    failure: () => (hangs ? new DatabaseHangsError('Postgres does not answer') : null),
    async stop() {
      clearInterval(timer)
      if (isWaiting) heartbeat?.connection.stream.destroy()
      else await heartbeat?.end()
    },
  }
}

/** The process of its backend, which is missing in the types of pg. */
function backendOf(client: pg.PoolClient): number[] {
  return 'processID' in client && typeof client.processID === 'number' ? [client.processID] : []
}
