import { createHash } from 'node:crypto'
import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'

/** The partition that a key's events lie in, the same in every engine and for ever. */
export function partitionOf(topic: Topic, key: string): number {
  const { partitions } = topics[topic]
  if (partitions === 1) return 0
  return createHash('sha256').update(key).digest().readUInt32BE(0) % partitions
}
