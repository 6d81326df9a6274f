import type { Permission } from '@stepledger/contracts/permissions.ts'
import type { Database } from '../../platform/database/database.ts'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import { accountByAlias } from '../players/account-by-alias.ts'
import { accountsDatabase } from '../tables.ts'
import { insertOperatorAuditEntry } from './operator-audit.ts'
import type { ActingOperator } from './operators.ts'

interface Grant {
  readonly playerId: string
  readonly alias: string
  /** False when the player already had it. */
  readonly isNew: boolean
}

/** Grants a permission, effective from the next call in every process. Returns null for an unknown alias. */
export async function grantPermission(
  database: Pick<Database, 'pool'>,
  alias: string,
  permission: Permission,
  by: ActingOperator | null = null,
): Promise<Grant | null> {
  const db = accountsDatabase(database)
  const player = await accountByAlias(db, alias)
  if (!player) return null
  const inserted = await db.transaction().execute(async (trx) => {
    await notifyAccessChanged(trx, player.id)
    const granted = await trx
      .insertInto('accounts.permissions')
      .values({ player_id: player.id, permission, granted_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('permission')
      .executeTakeFirst()
    if (granted)
      await insertOperatorAuditEntry(
        trx,
        { playerId: player.id, what: 'Permission granted', details: { permission } },
        by,
      )
    return granted
  })
  return { playerId: player.id, alias: player.alias, isNew: inserted !== undefined }
}
