import type { Permission } from '@stepledger/contracts/permissions.ts'
import type { Database } from '../platform/database/database.ts'
import { accountsDatabase } from './tables.ts'
import { uniqueKey } from './unique-key.ts'

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
  const db = accountsDatabase(database)
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
