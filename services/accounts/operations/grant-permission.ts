import type { Permission } from '@stepledger/contracts/permissions.ts'
import type { Database } from '../../platform/database/database.ts'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import { findAccount } from '../players/find-account.ts'
import { accountsDatabase } from '../tables.ts'
import { insertOperatorAuditEntry } from './operator-audit.ts'
import type { SignedInOperator } from './operators.ts'

/**
 * Grants a permission to the player with this alias or id, effective from the next call in every process. Returns false
 * if the player had it already, or does not exist.
 */
export async function grantPermission(
  database: Pick<Database, 'pool'>,
  player: string,
  permission: Permission,
  by: SignedInOperator | null = null,
): Promise<boolean> {
  const db = accountsDatabase(database)
  const account = await findAccount(db, player)
  if (!account) return false
  return db.transaction().execute(async (trx) => {
    await notifyAccessChanged(trx, account.id)
    const granted = await trx
      .insertInto('accounts.permissions')
      .values({ player_id: account.id, permission, granted_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('permission')
      .executeTakeFirst()
    if (!granted) return false
    await insertOperatorAuditEntry(
      trx,
      { playerId: account.id, what: 'Permission granted', details: { permission } },
      by,
    )
    return true
  })
}
