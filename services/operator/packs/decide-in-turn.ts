import type { WaitingSource } from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { keyOfWaiting, lastPositionOf } from '../../catalogue/uploads/decide-charts.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import { awaitFold } from '../await-live.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import type { Store } from '../store.ts'
import { eventsBeyond } from '../unfolded-events.ts'
import { waitingOf } from './waiting-charts.ts'

/**
 * Runs `decide`, which appends, under the lock that decisions on the site take as well, if these charts are still
 * undecided. Throws CommandFailedError if not.
 */
export function decideInTurn<T>(
  store: Store,
  signal: AbortSignal,
  { packId, charts }: { readonly packId: number; readonly charts: readonly WaitingSource[] },
  decide: () => Promise<T>,
): Promise<T> {
  const lock = { lock: advisoryLocks.decisions, applicationName: 'stepledger decisions', signal }
  const work = async (lost: AbortSignal) => {
    const last = await lastPositionOf(store.ledger, packId)
    if (last) await awaitFold(store, last, signal)
    if (await hasUnfoldedDecision(store, packId))
      throw new CommandFailedError('An earlier decision about this pack is not folded yet. Start the server.')
    const waiting = new Set((await waitingOf(store, { packs: [packId] })).map(keyOfWaiting))
    if (!charts.every((chart) => waiting.has(keyOfWaiting(chart))))
      throw new CommandFailedError('These charts were changed or decided meanwhile.')
    lost.throwIfAborted()
    return decide()
  }
  return failIfLocked('Another decision is being made', withLock(store.database, lock, work))
}

/** Without a server nothing is folded, so this reads the ledger, in the partition of the pack. */
async function hasUnfoldedDecision({ database, ledger }: Store, packId: number): Promise<boolean> {
  const [live, ends, last] = await Promise.all([
    readLiveGeneration(database),
    ledger.ends('events'),
    lastPositionOf(ledger, packId),
  ])
  if (!live || !last) return false
  const folded = await readCheckpoints(database.pool, live.id)
  const from = ends.map((end, partition) => (partition === last.partition ? (folded[partition] ?? 0) : end))
  for await (const { event } of eventsBeyond(ledger, from))
    if (event.type === 'ChartSourcesDecided' && event.data.packId === packId) return true
  return false
}
