import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'
import type { Database } from '../../platform/database/database.ts'
import { accountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Finds players by current or former alias. */
export function postgresAliases(database: Pick<Database, 'pool'>): FindByAlias {
  const db = accountsDatabase(database)
  return async (alias) => {
    const row = await db
      .selectFrom('accounts.aliases')
      .select('player_id')
      .where('alias_key', '=', uniqueKey(alias))
      .limit(1)
      .executeTakeFirst()
    return row?.player_id ?? null
  }
}
