import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type FoldWorker, maxBatch } from './fold-worker.ts'

/** Maximum events that are folded while the live fold is blocked. */
const maxLeft = 2 * maxBatch

/**
 * Folds up to the checkpoints of the live generation, which the caller has locked. `fold` folds a batch. Returns false,
 * without folding, if too many events are left, or if the live generation is behind the worker.
 */
export async function foldToBarrier(
  ledger: Pick<Ledger, 'read'>,
  worker: Pick<FoldWorker, 'next'>,
  barrier: readonly number[],
  fold: (records: readonly RecordedEvent[]) => Promise<void>,
): Promise<boolean> {
  const left = barrier.map((offset, partition) => offset - itemAt(worker.next, partition))
  if (left.some((events) => events < 0) || sum(left) > maxLeft) return false
  for await (const records of ledger.read('events', [...worker.next], { to: barrier, maxBatch }))
    await fold(records)
  return true
}
