import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { prepared } from '@stepledger/projections/prepared.ts'
import type pg from 'pg'

/**
 * How a batch advances a partition: from the offset that this worker last wrote or read, to the one after the batch.
 */
export interface Move {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/** Another worker has moved the checkpoint, so this batch must be rolled back. */
export class FencedError extends Error {}

/** Moves checkpoints within the batch's transaction. */
export type MoveCheckpoints = (tx: pg.PoolClient, generation: number, moves: readonly Move[]) => Promise<void>

/**
 * The fence (invariant 15): a compare-and-set on the offsets that this worker expects. A zombie worker, or one that still
 * receives batches of a partition it has lost, updates no row and throws FencedError, which rolls back the transaction
 * with all folds of the batch.
 */
export const compareAndSet: MoveCheckpoints = async (tx, generation, moves) => {
  const { rowCount } = await tx.query(
    prepared({
      text: `
        update projector.checkpoints c set next_offset = m."to"
        from (select c.partition, x."to" from projector.checkpoints c
              join unnest($2::smallint[], $3::bigint[], $4::bigint[]) as x(partition, "from", "to")
                on c.generation = $1 and c.partition = x.partition and c.next_offset = x."from"
              order by c.partition for update of c) m
        where c.generation = $1 and c.partition = m.partition`,
      values: [generation, moves.map((m) => m.partition), moves.map((m) => m.from), moves.map((m) => m.to)],
    }),
  )
  if (rowCount !== moves.length)
    throw new FencedError(`generation ${generation}: a checkpoint was moved by another worker`)
}

/** Locks the checkpoints of a generation until the transaction ends, so that nothing is folded into it meanwhile. */
export async function lockCheckpoints(tx: Pick<pg.ClientBase, 'query'>, generation: number): Promise<void> {
  await tx.query('select from projector.checkpoints where generation = $1 order by partition for update', [
    generation,
  ])
}

/** The moves past these records, for a worker whose next offset of each partition is in `next`. */
export function movesOf(records: readonly RecordedEvent[], next: readonly number[]): Move[] {
  const moves = new Map<number, Move>()
  for (const { partition, offset } of records) {
    const from = moves.get(partition)?.from ?? next[partition] ?? 0
    moves.set(partition, { partition, from, to: offset + 1 })
  }
  return [...moves.values()].sort((a, b) => a.partition - b.partition)
}
