import { sayAccessChanged } from '../../platform/identity/access-notice.ts'
import { noteInAudit } from '../audit/audit.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import type { AccountsDatabase } from '../tables.ts'

interface Replacement {
  readonly playerId: string
  readonly passwordHash: string
  /** The session that goes on; null: none does. */
  readonly keep: string | null
  readonly at: Date
}

/**
 * Puts another password in place, in a transaction: ends the other sessions in every process, takes back links to reset
 * it that are on their way, tells the player by mail and in the audit log.
 */
export async function replacePassword(
  db: AccountsDatabase,
  { playerId, passwordHash, keep, at }: Replacement,
): Promise<void> {
  await db
    .updateTable('accounts.players')
    .set({ password_hash: passwordHash, updated_at: at })
    .where('id', '=', playerId)
    .execute()
  const others = db.deleteFrom('accounts.sessions').where('player_id', '=', playerId)
  await (keep === null ? others : others.where('id', '!=', keep)).execute()
  await db
    .deleteFrom('accounts.mail_links')
    .where('player_id', '=', playerId)
    .where('purpose', '=', 'resetPassword')
    .execute()
  await sayAccessChanged(db, playerId)
  await queueMailToPlayer(db, at, playerId, { kind: 'passwordChanged' })
  await noteInAudit(db, { at, playerId, what: 'Password changed' })
}
