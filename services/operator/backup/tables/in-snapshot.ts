import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../../platform/database/database.ts'

const liveRow = z.array(z.object({ generation: z.int() }))

/** The generation that is live; null before the first. */
export async function readLive(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query('select generation from projector.live')
  return liveRow.parse(rows)[0]?.generation ?? null
}

/** Runs `work` in one snapshot of the database, without a time limit. */
export async function inSnapshot<T>(
  database: Pick<Database, 'connect'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await database.connect('stepledger snapshot')
  try {
    await client.query('begin isolation level repeatable read read only')
    // The first statement takes the snapshot.
    await client.query('select 1')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
