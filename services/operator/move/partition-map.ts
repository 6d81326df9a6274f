import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { partitionOf } from '../../platform/ledger/partition-of.ts'

export type PartitionMap = ReturnType<typeof partitionMap>

/** Events between two stored counts. */
const blockEvents = 256

interface SplitPartition {
  /** For each event its partition in the copy: `partition + from * parts[offset]`. */
  parts: Uint8Array
  added: number
  /** The number of events of each part so far, and before each block. */
  readonly counts: number[]
  readonly blocks: number[][]
}

/**
 * Maps positions of the topic `events` to a copy with a multiple of the partitions: each partition of the copy gets events
 * of one partition of the original, in their order, so the order of each key stays. With as many partitions, positions
 * stay.
 */
export function partitionMap(from: number, to: number) {
  const factor = to / from
  const split: SplitPartition[] = Array.from({ length: from }, () => ({
    parts: new Uint8Array(blockEvents),
    added: 0,
    counts: new Array<number>(factor).fill(0),
    blocks: [],
  }))

  /** The number of events of each part before an offset. */
  function countsAt({ blocks, counts, parts, added }: SplitPartition, offset: number): number[] {
    if (offset === added) return counts
    const block = Math.floor(offset / blockEvents)
    const found = [...itemAt(blocks, block)]
    for (const part of parts.subarray(block * blockEvents, offset)) found[part] = itemAt(found, part) + 1
    return found
  }

  return {
    from,
    to,
    keepsPositions: factor === 1,
    /** The next offsets to add, by partition of the original. */
    next: () => split.map(({ added }) => added),
    /** Adds the next event of its partition. Returns its position in the copy. */
    add({ partition, offset }: Position, key: string): Position {
      const one = itemAt(split, partition)
      if (offset !== one.added) throw new Error(`the ledger has a gap at ${partition}:${one.added}`)
      // An event without a readable key stays in the first part of its partition.
      const wanted = partitionOf(to, key)
      const part = wanted % from === partition ? Math.floor(wanted / from) : 0
      if (offset === one.parts.length) one.parts = extended(one.parts)
      if (offset % blockEvents === 0) one.blocks.push([...one.counts])
      one.parts[offset] = part
      one.added += 1
      const before = itemAt(one.counts, part)
      one.counts[part] = before + 1
      return { partition: partition + from * part, offset: before }
    },
    /** The position in the copy; null for an event that was not added. */
    positionOf({ partition, offset }: Position): Position | null {
      const one = split[partition]
      if (one === undefined || offset >= one.added) return null
      const part = itemAt(one.parts, offset)
      return { partition: partition + from * part, offset: itemAt(countsAt(one, offset), part) }
    },
    /** The position in the original of the last event of each partition of the copy; null for an empty one. */
    lastOriginals: () =>
      Array.from({ length: to }, (_, partition): Position | null => {
        const one = itemAt(split, partition % from)
        const offset = one.parts.subarray(0, one.added).lastIndexOf(Math.floor(partition / from))
        return offset < 0 ? null : { partition: partition % from, offset }
      }),
    /** Next offsets in the copy for next offsets in the original; null if events before them were not added. */
    endsOf(originals: readonly number[]): number[] | null {
      if (originals.some((offset, partition) => offset > (split[partition]?.added ?? 0))) return null
      const counts = split.map((one, partition) => countsAt(one, originals[partition] ?? 0))
      return Array.from({ length: to }, (_, partition) =>
        itemAt(itemAt(counts, partition % from), Math.floor(partition / from)),
      )
    },
  }
}

function extended(parts: Uint8Array): Uint8Array {
  const larger = new Uint8Array(parts.length * 2)
  larger.set(parts)
  return larger
}
