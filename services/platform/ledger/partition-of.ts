import { createHash } from 'node:crypto'
import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'

/** Returns the partition of a key. Must never change, and is the same for every engine. */
export function partitionOf(topic: Topic, key: string): number {
  const { partitions } = topics[topic]
  if (partitions === 1) return 0
  return createHash('sha256').update(key).digest().readUInt32BE(0) % partitions
}
