import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { notifyGenerationManager } from './generation-requests.ts'

const row = z.object({
  partition: z.int(),
  offset: z.int(),
  key: z.string(),
  type: z.string(),
  reason: z.string(),
  at: z.date(),
})
export type ParkedEvent = z.infer<typeof row>

const rows = z.array(row)

export interface ParkedEvents {
  readonly count: number
  readonly first: readonly ParkedEvent[]
}

export async function parkedEvents(
  database: Database,
  generation: number,
  limit: number,
): Promise<ParkedEvents> {
  return {
    count: await countParked(database.pool, generation),
    first: await firstParked(database, generation, limit),
  }
}

export async function firstParked(
  { pool }: Database,
  generation: number,
  limit: number,
): Promise<ParkedEvent[]> {
  const { rows: found } = await pool.query(
    `select partition, "offset", key, type, reason, at from projector.parked where generation = $1
     order by at, partition, "offset" limit $2`,
    [generation, limit],
  )
  return rows.parse(found)
}

const counted = z.tuple([z.object({ count: z.int() })])

export async function countParked(
  client: Pick<Database['pool'], 'query'>,
  generation: number,
): Promise<number> {
  const { rows } = await client.query('select count(*) from projector.parked where generation = $1', [
    generation,
  ])
  return counted.parse(rows)[0].count
}

/**
 * Marks the parked events of a generation for a retry, and clears the stop of a build. Returns the number of events.
 * The projector retries them in order, and removes the marks.
 */
export async function markParkedForRetry(
  { pool }: Pick<Database, 'pool'>,
  generation: number,
): Promise<number> {
  await pool.query('update projector.next set stopped = null')
  const { rowCount } = await pool.query('update projector.parked set retry = true where generation = $1', [
    generation,
  ])
  await notifyGenerationManager(pool)
  return rowCount ?? 0
}
