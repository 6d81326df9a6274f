import { noteInAudit } from '../audit/audit.ts'
import { notifyAccessChanged } from '../identity/access-notice.ts'
import { cancelPending } from '../mail/cancel-pending.ts'
import { queueMail, queueMailToPlayer } from '../mail/mails.ts'
import type { AccountsDatabase } from '../tables.ts'

interface Replacement {
  readonly playerId: string
  readonly passwordHash: string
  readonly at: Date
}

/**
 * Replaces the password, in a transaction that holds the player's row: links of mails that were sent before stop
 * working, and the player is told by mail. Ending sessions is left to the caller.
 */
export async function replacePassword(
  trx: AccountsDatabase,
  { playerId, passwordHash, at }: Replacement,
): Promise<void> {
  await trx
    .updateTable('accounts.players')
    .set({ password_hash: passwordHash, updated_at: at })
    .where('id', '=', playerId)
    .execute()
  await cancelPending(trx, playerId)
  await notifyAccessChanged(trx, playerId)
  await queueMailToPlayer(trx, at, playerId, { kind: 'passwordChanged' })
  await noteInAudit(trx, { at, playerId, what: 'Password changed' })
}

interface Change extends Replacement {
  /** The session that goes on. */
  readonly sessionId: string
  /** Also deletes API keys and passkeys. */
  readonly removeKeys: boolean
}

/** The same, by a player who knows the old password: all other sessions end. */
export async function changePassword(
  trx: AccountsDatabase,
  { sessionId, removeKeys, ...replacement }: Change,
): Promise<void> {
  const { playerId, at } = replacement
  await replacePassword(trx, replacement)
  await trx
    .deleteFrom('accounts.sessions')
    .where('player_id', '=', playerId)
    .where('id', '!=', sessionId)
    .execute()
  await trx.updateTable('accounts.sessions').set({ proved_at: at }).where('id', '=', sessionId).execute()
  // Unused links have stopped working, that of the first mail among them.
  const { email, email_verified_at } = await trx
    .selectFrom('accounts.players')
    .select(['email', 'email_verified_at'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  if (email_verified_at === null)
    await queueMail(trx, at, { playerId, address: email }, { kind: 'verifyEmail' })
  if (!removeKeys) return
  for (const table of ['accounts.api_keys', 'accounts.passkeys', 'accounts.passkey_challenges'] as const)
    await trx.deleteFrom(table).where('player_id', '=', playerId).execute()
  await noteInAudit(trx, { at, playerId, what: 'API keys and passkeys deleted' })
}
