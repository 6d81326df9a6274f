import type { Permission } from '@stepledger/contracts/permissions.ts'
import { notifyAccessChanged } from '../../accounts/authentication/access-notice.ts'
import { insertOperatorAuditEntry } from '../../accounts/operations/operator-audit.ts'
import type { ActingOperator } from '../../accounts/operations/operators.ts'
import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import type { AccountsDatabase } from '../../accounts/tables.ts'

export type PlayerAccess = NonNullable<Awaited<ReturnType<typeof readAccess>>>

const shownEntries = 5

/**
 * Reads permissions and credentials of the player with this alias, without secrets and expired sessions, and the latest
 * entries of the audit log; null when unknown.
 */
export async function readAccess(db: AccountsDatabase, alias: string) {
  const player = await accountByAlias(db, alias)
  if (!player) return null
  const permissions = await db
    .selectFrom('accounts.permissions')
    .select(['permission', 'granted_at as grantedAt'])
    .where('player_id', '=', player.id)
    .orderBy('permission')
    .execute()
  const sessions = await db
    .selectFrom('accounts.sessions')
    .select(['created_at as startedAt', 'expires_at as endsAt'])
    .where('player_id', '=', player.id)
    .where('expires_at', '>', new Date())
    .orderBy('created_at')
    .execute()
  const keys = await db
    .selectFrom('accounts.api_keys')
    .select(['fingerprint', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('player_id', '=', player.id)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('accounts.passkeys')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('player_id', '=', player.id)
    .orderBy('created_at')
    .execute()
  const history = await db
    .selectFrom('accounts.audit')
    .select(['at', 'by', 'what', 'details'])
    .where('player_id', '=', player.id)
    .orderBy('id', 'desc')
    .limit(shownEntries)
    .execute()
  return {
    playerId: player.id,
    alias: player.alias,
    createdAt: player.created_at,
    permissions,
    sessions,
    keys,
    passkeys,
    history,
  }
}

/** Revokes a permission, effective with the next request in every process. Returns false when the player does not have it. */
export async function revokePermission(
  db: AccountsDatabase,
  playerId: string,
  permission: Permission,
  by: ActingOperator,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('accounts.permissions')
      .where('player_id', '=', playerId)
      .where('permission', '=', permission)
      .executeTakeFirstOrThrow()
    await notifyAccessChanged(trx, playerId)
    if (numDeletedRows > 0n)
      await insertOperatorAuditEntry(
        trx,
        { playerId, what: 'Permission revoked', details: { permission } },
        by,
      )
    return numDeletedRows > 0n
  })
}

/**
 * Ends all sessions of a player, and with `keys` deletes all API keys, effective with the next request in every process.
 * Returns their numbers.
 */
export async function signOut(
  db: AccountsDatabase,
  playerId: string,
  { keys, by }: { readonly keys: boolean; readonly by: ActingOperator },
): Promise<{ sessions: number; keys: number }> {
  return db.transaction().execute(async (trx) => {
    // Serializes with concurrent sign-ins and key creation.
    await trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forUpdate().execute()
    const deleteFrom = async (table: 'accounts.sessions' | 'accounts.api_keys') => {
      const deleted = await trx.deleteFrom(table).where('player_id', '=', playerId).executeTakeFirstOrThrow()
      return Number(deleted.numDeletedRows)
    }
    const ended = await deleteFrom('accounts.sessions')
    const deleted = keys ? await deleteFrom('accounts.api_keys') : 0
    await notifyAccessChanged(trx, playerId)
    const details = { sessions: String(ended), ...(keys && { keys: String(deleted) }) }
    await insertOperatorAuditEntry(trx, { playerId, what: 'Signed out everywhere', details }, by)
    return { sessions: ended, keys: deleted }
  })
}
