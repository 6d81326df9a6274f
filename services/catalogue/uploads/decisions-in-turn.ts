import PQueue from 'p-queue'
import { TimeoutError } from '../../platform/async/with-deadline.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { LockHeldError, withLock } from '../../platform/database/with-lock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { WaitingReads } from '../deps.ts'
import { lastPositionOf } from './decide-charts.ts'

/** Runs `decide` of a pack when its waiting charts are up to date. */
export type DecideInTurn = <T>(packId: number, decide: () => Promise<T>) => Promise<T>

/** How long a decision waits for the fold of earlier events of its pack, ms. */
const foldTimeoutMs = 2_000

/**
 * Runs decisions about waiting charts one after the other in all processes, each after the fold of the earlier ones, so
 * that charts are decided once. `decide` reads the waiting charts and appends. Throws 503 if the fold is late. A
 * connection that is lost between the two gives up the lock early: then charts may be decided twice.
 */
export function decisionsInTurn({
  database,
  ledger,
  waiting,
}: {
  readonly database: Pick<Database, 'connect'>
  readonly ledger: Pick<Ledger, 'ends' | 'partitions'>
  readonly waiting: Pick<WaitingReads, 'reached'>
}): DecideInTurn {
  // In this process they queue without a connection.
  const inTurn = new PQueue({ concurrency: 1 })
  return (packId, decide) =>
    inTurn.add(async () => {
      try {
        const lock = { lock: advisoryLocks.decisions, applicationName: 'stepledger decisions' }
        return await withLock(database, lock, async (lost) => {
          const last = await lastPositionOf(ledger, packId)
          if (last && !(await waiting.reached(last, foldTimeoutMs))) throw late()
          lost.throwIfAborted()
          return decide()
        })
      } catch (error) {
        throw error instanceof LockHeldError || error instanceof TimeoutError ? late(error) : error
      }
    })
}

function late(cause?: unknown): HttpError {
  const message = 'Earlier changes of packs are still being processed. Please try again.'
  return new HttpError(503, message, { headers: { 'retry-after': '5' } }, { cause })
}
