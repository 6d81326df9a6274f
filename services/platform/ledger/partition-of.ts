import { createHash } from 'node:crypto'

/** Returns the partition of a key among this many. Must never change, and is the same for every engine. */
export function partitionOf(partitions: number, key: string): number {
  if (partitions === 1) return 0
  return createHash('sha256').update(key).digest().readUInt32BE(0) % partitions
}
