import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

const counted = z.tuple([z.object({ count: z.int() })])

/** The number of parked events of a generation. */
export async function countParked(
  client: Pick<Database['pool'], 'query'>,
  generation: number,
): Promise<number> {
  const { rows } = await client.query('select count(*) from projector.parked where generation = $1', [
    generation,
  ])
  return counted.parse(rows)[0].count
}
