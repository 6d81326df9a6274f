import type { PublishedPlayers } from '@stepledger/contracts/players/player-directory.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

const rows = z.array(z.object({ id: z.string() }))

/** Who has an account and did not leave the published data in the settings. */
export function postgresPublishedPlayers({ pool }: Pick<Database, 'pool'>): PublishedPlayers {
  return async (ids) => {
    if (ids.length === 0) return new Set()
    const found = await pool.query(
      'SELECT id FROM accounts.players WHERE id = ANY($1::uuid[]) AND in_published_data',
      [[...ids]],
    )
    return new Set(rows.parse(found.rows).map(({ id }) => id))
  }
}
