import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Offsets } from './ledger.ts'

/** Offsets `from` up to but not including `to` of a partition. */
export interface Range {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/**
 * What to read next: at most `max` events between `from` and `to`, shared evenly by the partitions that have some; what
 * one leaves of its share goes to the others. So no partition waits for the backlog of another.
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
