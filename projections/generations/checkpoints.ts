import { z } from 'zod'
import type { Queryable } from '../queryable.ts'

const rows = z.array(z.object({ next_offset: z.int() }))

/** Returns the next offset to fold of each partition; empty if the generation was dropped. */
export async function readCheckpoints(connection: Queryable, generation: number): Promise<number[]> {
  const result = await connection.query({
    text: 'select next_offset from projector.checkpoints where generation = $1 order by partition',
    values: [generation],
  })
  return rows.parse(result.rows).map(({ next_offset }) => next_offset)
}
