import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readModelTables } from '@stepledger/projections/read-models.ts'
import type pg from 'pg'
import { z } from 'zod'

/** How far a generation has come. */
export interface FoldedPosition {
  /** The next offset of each partition. */
  readonly checkpoint: readonly number[]
  /** Positions of the events that it leaves out. */
  readonly parked: ReadonlySet<string>
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** Read in this order, `parked` holds at least what is parked below the checkpoint. */
export async function readFoldedPosition(client: pg.Client, generation: number): Promise<FoldedPosition> {
  const checkpoint = await readCheckpoints(client, generation)
  const { rows } = await client.query(
    'select partition, "offset" from projector.parked where generation = $1 order by partition, "offset"',
    [generation],
  )
  return { checkpoint, parked: new Set(positions.parse(rows).map(formatPosition)) }
}

/**
 * Whether a fold that has come to `next`, leaving out what `before` has parked, may go on to `now`: nothing below was
 * taken up or back.
 */
export function continuesFrom(next: readonly number[], before: FoldedPosition, now: FoldedPosition): boolean {
  const below = ({ parked }: FoldedPosition) =>
    [...parked].filter((position) => {
      const [partition = 0, offset = 0] = position.split(':').map(Number)
      return offset < itemAt(next, partition)
    })
  return (
    next.every((offset, partition) => offset <= itemAt(now.checkpoint, partition)) &&
    below(before).join() === below(now).join()
  )
}

/**
 * Keeps a generation's tables from being dropped until the transaction ends; nobody who reads or writes rows waits for
 * it.
 */
export async function lockTables(tx: pg.Client, schema: string): Promise<void> {
  const tables = readModelTables.map(({ name }) => `${schema}.${name}`)
  await tx.query(`lock table ${tables.join(', ')} in access share mode`)
}
