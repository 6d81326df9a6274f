import type { PublishedPlayers } from '@stepledger/contracts/players/player-directory.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

const rows = z.array(z.object({ id: z.string() }))

/** Filters players to those with an account that is part of the published data. */
export function postgresPublishedPlayers({ pool }: Pick<Database, 'pool'>): PublishedPlayers {
  return async (ids) => {
    if (ids.length === 0) return new Set()
    const result = await pool.query(
      'SELECT id FROM accounts.players WHERE id = ANY($1::uuid[]) AND in_published_data',
      [[...ids]],
    )
    return new Set(rows.parse(result.rows).map(({ id }) => id))
  }
}
