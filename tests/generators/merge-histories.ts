import { defaultPartitions } from '@stepledger/contracts/ledger/topic.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'

/** Merges several histories into one ledger; within each partition `turns` decides whose event is next. */
export function mergeHistories(crowds: readonly Positioned[][][], turns: readonly number[]): Positioned[][] {
  return Array.from({ length: defaultPartitions }, (_, partition) =>
    renumbered(
      interleave(
        crowds.map((partitions) => partitions[partition] ?? []),
        turns,
      ),
    ),
  )
}

/** The same events at offsets that count from 0. */
export function renumbered(events: readonly Positioned[]): Positioned[] {
  return events.map((placed, offset) => ({ ...placed, offset }))
}

/** Merges partitions into one sequence that keeps the order of each; `choices` decides which is next. */
export function interleave(partitions: readonly Positioned[][], choices: readonly number[]): Positioned[] {
  const queues = partitions.filter((events) => events.length > 0).map((events) => [...events])
  const order: Positioned[] = []
  for (let turn = 0; queues.some((queue) => queue.length > 0); turn++) {
    const open = queues.filter((queue) => queue.length > 0)
    const next = open[(choices[turn % Math.max(1, choices.length)] ?? 0) % open.length]?.shift()
    if (next) order.push(next)
  }
  return order
}
