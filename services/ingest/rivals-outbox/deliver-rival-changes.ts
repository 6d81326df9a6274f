import { isRefusal } from '@stepledger/contracts/decider.ts'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { IngestDeps } from '../deps.ts'
import type { RivalChanges } from './rival-changes.ts'

/**
 * Longer than an append of the ledger is retried, ms: no request appends a change any more when it is decided from the
 * queue, so the changes of a player stay in order.
 */
const settledMs = 15_000
const everyMs = 1_000
const batch = 100
/** How long to wait for the fold before a change leaves the queue, so that lists show it all the time, ms. */
const foldMs = 2_000

/** Decides queued changes of rivals in the background, in one process at a time, with back-off while the ledger is away. */
export function deliverRivalChanges(
  {
    database,
    handle,
    streams,
    log,
    progress,
  }: Pick<IngestDeps, 'database' | 'handle' | 'streams' | 'log' | 'progress'>,
  changes: RivalChanges,
): Promise<BackgroundWorker> {
  return startBackgroundWorker({
    database,
    log,
    lock: advisoryLocks.rivals,
    works: [
      {
        about: 'queued changes of rivals',
        async work(signal) {
          const due = await changes.due(settledMs, batch)
          for (const change of due) {
            signal.throwIfAborted()
            const { player, rival: rivalId, added, at } = change
            const command = { type: added ? 'follow' : 'unfollow', rivalId } as const
            const decided = await handle(streams.rivals, player, command, { at, signal })
            if (!isRefusal(decided)) await progress.reached(decided, foldMs)
            await changes.remove(change)
          }
          return due.length === batch ? 0 : everyMs
        },
      },
    ],
  })
}
