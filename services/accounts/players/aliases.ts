import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { uniqueKey } from './unique-key.ts'

/** A public view of the accounts schema. */
interface AccountViews {
  'accounts.aliases': { alias_key: string; player_id: string }
}

/** Finds players by current or former alias. */
export function postgresAliases(database: Pick<Database, 'pool'>): FindByAlias {
  const db = new Kysely<AccountViews>({ dialect: new PostgresDialect({ pool: database.pool }) })
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
