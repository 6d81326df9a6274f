import { itemAt } from '@stepledger/contracts/item-at.ts'

/**
 * Throws if a checkpoint of `partitions` is beyond the end: it belongs to another ledger, or the ledger was restored
 * from an older backup. Waiting for the ledger to catch up would skip events.
 */
export function checkNotBeyond(
  partitions: readonly number[],
  next: readonly number[],
  ends: readonly number[],
): void {
  const beyond = partitions.find((partition) => itemAt(next, partition) > itemAt(ends, partition))
  if (beyond === undefined) return
  throw new Error(`checkpoint ${beyond}:${next[beyond]} is beyond the end of its partition, ${ends[beyond]}`)
}
