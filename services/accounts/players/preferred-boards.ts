import type { PreferredBoards } from '@stepledger/contracts/players/player-directory.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** A public view of the accounts schema. */
interface AccountViews {
  'accounts.preferred_boards': { player_id: string; systems: number[] }
}

/** Reads a player's preferred boards from Postgres. */
export function postgresPreferredBoards(database: Pick<Database, 'pool'>): PreferredBoards {
  const db = new Kysely<AccountViews>({ dialect: new PostgresDialect({ pool: database.pool }) })
  return async (playerId) => {
    const row = await db
      .selectFrom('accounts.preferred_boards')
      .select('systems')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    return row?.systems ?? []
  }
}
