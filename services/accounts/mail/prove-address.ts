import { insertAuditEntry } from '../audit/audit.ts'
import { updatePlayer } from '../player-row.ts'
import { replacePassword } from '../sign-in/change-password.ts'
import { endAllAccess } from '../sign-in/end-access.ts'
import type { AccountsDatabase } from '../tables.ts'
import { cancelPending, type LinkFor } from './links.ts'
import { queueMailToPlayer } from './mails.ts'

/**
 * `known`: the caller gave the current password, or has a session of the player. `replaced`: the caller chose a new
 * password.
 */
export type PasswordProof =
  | { readonly password: 'known' }
  | { readonly password: 'replaced'; readonly passwordHash: string }

/**
 * Marks the account's email as verified and cancels everything that waits for another link. A replaced password revokes
 * all earlier access, as another person may have registered with this address. Runs in the transaction of `useLink`.
 * Returns false when the account's email has changed.
 */
export async function proveAddress(
  trx: AccountsDatabase,
  at: Date,
  { playerId, addressKey }: LinkFor,
  proof: PasswordProof,
): Promise<boolean> {
  const player = await trx
    .selectFrom('accounts.players')
    .select('email_verified_at')
    .where('id', '=', playerId)
    .where('email_key', '=', addressKey)
    .executeTakeFirst()
  if (!player) return false
  await cancelPending(trx, playerId)
  if (proof.password === 'replaced') {
    await endAllAccess(trx, playerId)
    await replacePassword(trx, { playerId, passwordHash: proof.passwordHash, at })
  }
  if (player.email_verified_at !== null) return true
  await updatePlayer(trx, playerId, at, { email_verified_at: at })
  await queueMailToPlayer(trx, at, playerId, { kind: 'emailVerified' })
  await insertAuditEntry(trx, { at, playerId, what: 'Email verified' })
  return true
}
