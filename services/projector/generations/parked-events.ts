import { type ParkedEvent, parkedEvent } from '@stepledger/contracts/http/operations.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { notifyGenerationManager } from './generation-requests.ts'

const rows = z.array(parkedEvent.extend({ at: z.date().transform((at) => at.toISOString()) }))

type Client = Pick<Database['pool'], 'query'>

export interface ParkedEvents {
  readonly count: number
  readonly first: readonly ParkedEvent[]
}

export async function parkedEvents(client: Client, generation: number, limit: number): Promise<ParkedEvents> {
  return {
    count: await countParked(client, generation),
    first: await firstParked(client, generation, { limit }),
  }
}

interface ParkedFilters {
  readonly key?: string
  readonly playId?: number
  readonly limit: number
}

/** Oldest first; of all keys and plays by default. */
export async function firstParked(
  client: Client,
  generation: number,
  { key, playId, limit }: ParkedFilters,
): Promise<ParkedEvent[]> {
  const { rows: found } = await client.query(
    `select partition, "offset", key, type, play_id as "playId", reason, at from projector.parked
     where generation = $1 and ($2::text is null or key = $2) and ($3::bigint is null or play_id = $3)
     order by at, partition, "offset" limit $4`,
    [generation, key ?? null, playId ?? null, limit],
  )
  return rows.parse(found)
}

const counted = z.tuple([z.object({ count: z.int() })])

export async function countParked(client: Client, generation: number): Promise<number> {
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
