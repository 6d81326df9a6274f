import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import type { Store } from '../store.ts'

/** What an event that is not folded waits for. */
export interface WaitsBehind {
  /** The earliest parked event of the same key before it. Null: none, so only the projector has to catch up. */
  readonly parked: { readonly position: string; readonly type: string; readonly reason: string } | null
  /** Events of its partition that are folded before it. */
  readonly events: number
}

const rows = z
  .array(z.object({ partition: z.int(), offset: z.int(), type: z.string(), reason: z.string() }))
  .max(1)

/** Finds what an event of `key` at `position` waits behind in a generation. */
export async function waitsBehind(
  { database }: Pick<Store, 'database'>,
  { id }: Pick<StoredGeneration, 'id'>,
  { key, partition, offset }: Position & { readonly key: string },
): Promise<WaitsBehind> {
  const answer = await database.pool.query(
    `select partition, "offset", type, reason from projector.parked
     where generation = $1 and key = $2 and partition = $3 and "offset" < $4 order by "offset" limit 1`,
    [id, key, partition, offset],
  )
  const [first] = rows.parse(answer.rows)
  const checkpoint = await readCheckpoints(database.pool, id)
  return {
    parked: first ? { position: formatPosition(first), type: first.type, reason: first.reason } : null,
    events: Math.max(0, offset - (checkpoint[partition] ?? 0)),
  }
}
