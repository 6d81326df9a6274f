import { insertAuditEntry } from '../audit/audit.ts'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import { cancelPending } from '../mail/links.ts'
import { queueMail, queueMailToPlayer } from '../mail/mails.ts'
import { playerRow, updatePlayer } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

interface Replacement {
  readonly playerId: string
  readonly passwordHash: string
  readonly at: Date
}

/**
 * Replaces the password, invalidates the links of earlier mails and queues a mail. Runs in a transaction that has locked
 * the player's row. The caller ends sessions.
 */
export async function replacePassword(
  trx: AccountsDatabase,
  { playerId, passwordHash, at }: Replacement,
): Promise<void> {
  await updatePlayer(trx, playerId, at, { password_hash: passwordHash })
  await cancelPending(trx, playerId)
  await notifyAccessChanged(trx, playerId)
  await queueMailToPlayer(trx, at, playerId, { kind: 'passwordChanged' })
  await insertAuditEntry(trx, { at, playerId, what: 'Password changed' })
}

interface Change extends Replacement {
  /** The session that is kept. */
  readonly sessionId: string
  /** Also deletes API keys and passkeys. */
  readonly removeKeys: boolean
}

/** Changes the password of a player, which requires the old one. Ends all other sessions. */
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
  // The link of the verification mail was invalidated as well, so another mail is needed.
  const { email, email_verified_at } = await playerRow(trx, playerId)
  if (email_verified_at === null)
    await queueMail(trx, at, { playerId, address: email }, { kind: 'verifyEmail' })
  if (!removeKeys) return
  for (const table of ['accounts.api_keys', 'accounts.passkeys', 'accounts.passkey_challenges'] as const)
    await trx.deleteFrom(table).where('player_id', '=', playerId).execute()
  await insertAuditEntry(trx, { at, playerId, what: 'API keys and passkeys deleted' })
}
