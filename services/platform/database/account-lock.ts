import PQueue from 'p-queue'
import { keyedQueue } from '../async/keyed-queue.ts'
import { TimeoutError } from '../async/with-deadline.ts'
import { HttpError } from '../http/http-error.ts'
import type { Database } from './database.ts'
import { LockHeldError, withLock } from './with-lock.ts'

/** First key of the locks; the second one is derived from the account. */
const lockClass = 1_400_516

/** Maximum connections that hold or wait for a lock, in this process. */
const maxConnections = 8

/**
 * Runs `work` of an account. Throws 503 if another process holds the lock of the account for more than a few seconds, or
 * the database does not answer.
 */
export type AccountLock = <T>(account: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs the works of one account one after the other in all processes, so that concurrent requests cannot exceed a limit
 * together. Within this process they queue without a connection, so that one account cannot take them all.
 */
export function accountLock(database: Pick<Database, 'connect'>): AccountLock {
  const inTurn = keyedQueue()
  const connections = new PQueue({ concurrency: maxConnections })
  return (account, work) =>
    inTurn(account, () =>
      connections.add(() =>
        withLock(database, { lock: lockOf(account), applicationName: 'stepledger account' }, work),
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof LockHeldError || error instanceof TimeoutError)) throw error
      const message = 'An earlier change of this account is still being saved. Please try again.'
      throw new HttpError(503, message, { headers: { 'retry-after': '5' } }, { cause: error })
    })
}

/** `account`: a UUID. Two accounts that share its first 32 bits share a lock. */
function lockOf(account: string): readonly [number, number] {
  return [lockClass, Number.parseInt(account.slice(0, 8), 16) | 0]
}
