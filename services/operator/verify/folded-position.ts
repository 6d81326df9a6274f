import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type pg from 'pg'
import { z } from 'zod'

export interface FoldedPosition {
  /** The next offset of each partition. */
  readonly checkpoint: readonly number[]
  /** Positions of its parked events. */
  readonly parked: ReadonlySet<string>
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** Reads the checkpoint first, so that `parked` includes all events parked below it. */
export async function readFoldedPosition(client: pg.Client, generation: number): Promise<FoldedPosition> {
  const checkpoint = await readCheckpoints(client, generation)
  const { rows } = await client.query(
    'select partition, "offset" from projector.parked where generation = $1 order by partition, "offset"',
    [generation],
  )
  return { checkpoint, parked: new Set(positions.parse(rows).map(formatPosition)) }
}

/**
 * Whether a fold up to `next` without the parked events of `before` can continue to `now`: no event below `next` was
 * parked or retried since, and the checkpoint did not move back.
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

/** Prevents the tables from being dropped until the transaction ends. Does not block reads and writes. */
export async function lockTables(tx: pg.Client, schema: string): Promise<void> {
  const tables = readModelTables.map(({ name }) => `${schema}.${name}`)
  await tx.query(`lock table ${tables.join(', ')} in access share mode`)
}
