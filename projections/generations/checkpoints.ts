import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import type { Queryable } from '../queryable.ts'

const rows = z.array(z.object({ partition: z.int(), next_offset: z.int() }))

/** Returns the next offset to fold of each partition. */
export async function readCheckpoints(connection: Queryable, generation: number): Promise<number[]> {
  const result = await connection.query({
    text: 'select partition, next_offset from projector.checkpoints where generation = $1',
    values: [generation],
  })
  const next = new Array<number>(topics.events.partitions).fill(0)
  for (const { partition, next_offset } of rows.parse(result.rows)) next[partition] = next_offset
  return next
}
