import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Offsets } from './ledger.ts'

/** Offsets of a partition, `to` exclusive. */
export interface Range {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/**
 * Selects the next offsets to read: up to `max` events between `from` and `to`, distributed evenly over the partitions
 * with a backlog. The unused share of a partition goes to the others, so a large backlog starves no partition.
 */
export function fairRanges(from: Offsets, to: Offsets, max: number): Range[] {
  const open = from
    .map((start, partition) => ({ partition, from: start, left: itemAt(to, partition) - start }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => a.left - b.left)
  let remaining = max
  return open
    .map(({ partition, from: start, left }, i) => {
      const share = Math.min(left, Math.ceil(remaining / (open.length - i)))
      remaining -= share
      return { partition, from: start, to: start + share }
    })
    .filter((range) => range.to > range.from)
    .sort((a, b) => a.partition - b.partition)
}
