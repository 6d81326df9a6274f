import pg from 'pg'
import { withDeadline } from '../async/with-deadline.ts'
import type { Database } from './database.ts'

/**
 * Keys for pg_advisory_lock(int, int). All locks of this form are listed here, so that keys are unique; those of
 * streams have another first key (decisions/handle.ts).
 */
export const advisoryLocks = {
  migrations: [1_400_515, 1],
  generations: [1_400_515, 3],
  ledgerInitialisation: [1_400_515, 4],
  verify: [1_400_515, 5],
  projector: [1_400_515, 6],
  boards: [1_400_515, 7],
  catalogue: [1_400_515, 8],
  pictures: [1_400_515, 9],
  accounts: [1_400_515, 10],
  analysis: [1_400_515, 11],
  publication: [1_400_515, 12],
  dump: [1_400_515, 14],
  rivals: [1_400_515, 15],
  uploads: [1_400_515, 20],
  publishing: [1_400_515, 21],
  drafts: [1_400_515, 22],
  posters: [1_400_515, 23],
} as const

/** Another process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError'
}

/** The connection that held the lock has ended. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError'
}

interface LockOptions {
  /** Pairs of `advisoryLocks`, each taken after the one before it. */
  readonly locks: readonly (readonly [number, number])[]
  readonly applicationName: string
  /** Aborts the signal that `work` gets. */
  readonly signal?: AbortSignal
}

/** Lock timeout, ms: the connection of a killed process takes a moment to close. */
const lockTimeoutMs = 5_000
const closeTimeoutMs = 2_000
const lockNotAvailable = '55P03'

/**
 * Runs `work` while holding advisory locks on a dedicated connection. If the connection is lost, the signal passed to
 * `work` is aborted. That may happen late, so its writes need their own fence. Throws LockHeldError if another process
 * holds one of them, TimeoutError if the database does not answer.
 */
export async function withLock<T>(
  database: Pick<Database, 'connect'>,
  { locks, applicationName, signal }: LockOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await database.connect(applicationName)
  try {
    const lost = new AbortController()
    client.once('end', () => lost.abort(new LockLostError(`${applicationName}: the lock is lost`)))
    const lockAndWait = async () => {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      await client.query(
        'select pg_advisory_lock(class, key) from unnest($1::integer[], $2::integer[]) as l(class, key)',
        [locks.map((pair) => pair[0]), locks.map((pair) => pair[1])],
      )
    }
    // An unresponsive database does not end the wait by its own timeout.
    await withDeadline(2 * lockTimeoutMs, lockAndWait(), applicationName).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
      throw new LockHeldError(`${applicationName}: another process holds the lock`, { cause: error })
    })
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal)
  } finally {
    // An unresponsive database must not block the release.
    await withDeadline(closeTimeoutMs, client.end(), 'giving back the lock').catch(() => {})
  }
}
