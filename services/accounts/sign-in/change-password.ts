import type { FastifyRequest } from 'fastify'
import { sayAccessChanged } from '../../platform/identity/access-notice.ts'
import type { Caller } from '../../platform/identity/identity.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { noteInAudit } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import type { AccountsDatabase } from '../tables.ts'
import { beginTry } from './password-tries.ts'

interface Proof {
  readonly caller: Caller
  readonly emailKey: string
  readonly password: string
  readonly request: FastifyRequest
}

/**
 * Whether the caller knows the own password. It counts as a try, of the session by itself: strangers who guess the password elsewhere don't slow
 * it down, and who has got hold of a session guesses no faster than anywhere else. Throws 429, 503.
 */
export async function rightPassword(
  { db, passwords }: Pick<Accounts, 'db' | 'passwords'>,
  limits: Limits,
  { caller, emailKey, password, request }: Proof,
): Promise<boolean> {
  const attempt = await beginTry(limits, emailKey, caller.credentialId, request)
  const player = await db
    .selectFrom('accounts.players')
    .select('password_hash')
    .where('id', '=', caller.playerId)
    .executeTakeFirst()
  const right = await passwords.matches(password, player?.password_hash, attempt.known)
  if (right) await limits.tries.succeed(attempt)
  return right
}

interface Replacement {
  readonly playerId: string
  readonly passwordHash: string
  /** The session that goes on; null: none does. */
  readonly keep: string | null
  readonly at: Date
}

/**
 * Puts another password in place, in a transaction: ends the other sessions in every process, takes back links to reset it that are on their way,
 * tells the player by mail and in the audit log.
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
  await noteInAudit(db, { at, playerId, by: 'player', what: 'Password changed' })
}
