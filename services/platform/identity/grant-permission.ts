import type { Permission } from '@stepledger/contracts/permissions.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../database/database.ts'
import { uniqueKey } from './unique-key.ts'

/** The columns of accounts that this needs. */
interface AccountTables {
  'accounts.players': { id: string; alias: string; alias_key: string }
  'accounts.permissions': { player_id: string; permission: string; granted_at: Date }
}

export interface Grant {
  readonly playerId: string
  readonly alias: string
  /** False: the player held it before. */
  readonly isNew: boolean
}

/** Gives a player a permission, from the next call on (in a running server within seconds). Null: nobody has this alias. */
export async function grantPermission(
  database: Pick<Database, 'pool'>,
  alias: string,
  permission: Permission,
): Promise<Grant | null> {
  const db = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool: database.pool }) })
  const player = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias'])
    .where('alias_key', '=', uniqueKey(alias.trim()))
    .executeTakeFirst()
  if (!player) return null
  const inserted = await db
    .insertInto('accounts.permissions')
    .values({ player_id: player.id, permission, granted_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('permission')
    .executeTakeFirst()
  return { playerId: player.id, alias: player.alias, isNew: inserted !== undefined }
}
