import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { conflict, invalidField } from '../../platform/http/http-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { insertAuditEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import type { Accounts } from '../deps.ts'
import { playerRow, updatePlayer } from '../player-row.ts'
import { beginPasswordAttempt, replacePassword } from '../sign-in/account-password.ts'
import type { AccountsDatabase } from '../tables.ts'
import { cancelPending, type LinkFor } from './links.ts'
import { queueMailToPlayer } from './mails.ts'

/** How the user of a link proved to own the account: by a session or by the password. */
type AccountProof = { readonly sessionId: string } | { readonly passwordHash: string }

interface LinkUser {
  readonly playerId: string
  readonly caller: Caller | null
  readonly password: string | undefined
  readonly request: FastifyRequest
}

/**
 * Checks the session or password of the user of a link. A password counts as an attempt, as at sign-in. Returns null
 * when the caller gives neither. Throws 409 for a session of another player; 422, 429, 503.
 */
export async function proveAccount(
  accounts: Accounts,
  limits: Limits,
  { playerId, caller, password, request }: LinkUser,
): Promise<AccountProof | null> {
  if (caller?.playerId === playerId) return { sessionId: caller.credentialId }
  if (caller) throw conflict("You're signed in as another player. Sign out first, then use this link.")
  if (password === undefined) return null
  const { email_key, password_hash } = await playerRow(accounts.db, playerId)
  const attempt = await beginPasswordAttempt(limits, email_key, null, request)
  if (!(await accounts.passwords.matches(password, password_hash)))
    throw invalidField('password', 'Wrong password')
  await limits.passwordAttempts.succeed(attempt)
  return { passwordHash: password_hash }
}

/** Checks again in the transaction that locks the player, as the session or password may have changed meanwhile. */
export async function isProofCurrent(
  trx: AccountsDatabase,
  playerId: string,
  proof: AccountProof,
): Promise<boolean> {
  const query =
    'sessionId' in proof
      ? trx
          .selectFrom('accounts.sessions')
          .select('id')
          .where('id', '=', proof.sessionId)
          .where('player_id', '=', playerId)
      : trx
          .selectFrom('accounts.players')
          .select('id')
          .where('id', '=', playerId)
          .where('password_hash', '=', proof.passwordHash)
  return (await query.executeTakeFirst()) !== undefined
}

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

/**
 * Revokes all access to the account: sessions, API keys, passkeys, device tokens, download links. The caller has locked
 * the player's row, and calls `authentication.forget(playerId)` after the commit.
 */
async function endAllAccess(trx: AccountsDatabase, playerId: string): Promise<void> {
  for (const table of ['accounts.sessions', 'accounts.api_keys', 'accounts.passkeys'] as const) {
    await trx.deleteFrom(table).where('player_id', '=', playerId).execute()
  }
  await trx.deleteFrom('accounts.passkey_challenges').where('player_id', '=', playerId).execute()
  await trx
    .updateTable('accounts.downloads')
    .set({ token_hash: null, token_until: null })
    .where('player_id', '=', playerId)
    .execute()
  await trx
    .updateTable('accounts.players')
    .set((row) => ({ device_epoch: row('device_epoch', '+', 1) }))
    .where('id', '=', playerId)
    .execute()
  await notifyAccessChanged(trx, playerId)
}
