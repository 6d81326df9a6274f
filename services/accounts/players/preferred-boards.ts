import type { PreferredBoards } from '@stepledger/contracts/players/player-directory.ts'
import type { Database } from '../../platform/database/database.ts'
import { accountsDatabase } from '../tables.ts'

export function postgresPreferredBoards(database: Pick<Database, 'pool'>): PreferredBoards {
  const db = accountsDatabase(database)
  return async (playerId) => {
    const row = await db
      .selectFrom('accounts.preferred_boards')
      .select('systems')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    return row?.systems ?? []
  }
}
