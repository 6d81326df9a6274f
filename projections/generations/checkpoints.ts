import { z } from 'zod'
import { prepared } from '../prepared.ts'
import type { Queryable } from '../queryable.ts'

const rows = z.array(z.object({ next_offset: z.int() }))
const liveRows = z.array(z.object({ generation: z.int(), checkpoints: z.array(z.int()) })).max(1)

/** The next offset to fold of each partition; empty if the generation was dropped. */
export async function readCheckpoints(connection: Queryable, generation: number): Promise<number[]> {
  const result = await connection.query({
    text: 'select next_offset from projector.checkpoints where generation = $1 order by partition',
    values: [generation],
  })
  return rows.parse(result.rows).map(({ next_offset }) => next_offset)
}

/** Returns the id of the live generation and the next offset to fold of each partition; null before the first one. */
export async function readLiveCheckpoints(
  connection: Queryable,
): Promise<{ readonly generation: number; readonly checkpoints: readonly number[] } | null> {
  const result = await connection.query(
    prepared({
      text: `
        select generation, array_agg(next_offset order by partition) as checkpoints
        from projector.live join projector.checkpoints using (generation) group by generation`,
    }),
  )
  return liveRows.parse(result.rows)[0] ?? null
}
