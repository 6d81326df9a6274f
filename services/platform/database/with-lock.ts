import pg from 'pg'
import { withDeadline } from '../async/with-deadline.ts'
import type { Database } from './database.ts'

/** Another process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError'
}

export interface LockOptions {
  /** A pair of `advisoryLocks`. */
  readonly lock: readonly [number, number]
  readonly applicationName: string
  readonly signal: AbortSignal
}

/** The connection of a process that was killed needs a moment to end. */
const patienceMs = 5_000
const endWithinMs = 2_000
const lockNotAvailable = '55P03'

/**
 * Works while it holds a lock, on a connection of its own. When that is lost, the signal that `work` is given is
 * aborted: it may learn of it a moment late, so what it writes must have a fence of its own. Throws LockHeldError when
 * another process holds the lock.
 */
export async function withLock<T>(
  database: Pick<Database, 'connect'>,
  { lock, applicationName, signal }: LockOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await database.connect(applicationName)
  try {
    const lost = new AbortController()
    client.once('end', () =>
      lost.abort(new Error(`${applicationName}: the connection that holds the lock is lost`)),
    )
    await client.query(`set lock_timeout = ${patienceMs}`)
    await client.query('select pg_advisory_lock($1, $2)', [...lock]).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
      throw new LockHeldError(`${applicationName}: another process holds the lock`, { cause: error })
    })
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    // A database that stands still does not answer.
    await withDeadline(endWithinMs, client.end(), 'giving back the lock').catch(() => {})
  }
}
