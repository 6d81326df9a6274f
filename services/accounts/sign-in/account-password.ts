import { dictionary } from '@zxcvbn-ts/language-common'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { invalidField, tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordAttempt } from '../../platform/limits/password-attempts.ts'
import { insertAuditEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/authenticate-token.ts'
import type { Accounts } from '../deps.ts'
import { cancelPending } from '../mail/links.ts'
import { queueMail, queueMailToPlayer } from '../mail/mails.ts'
import { findPlayerRow, playerRow, updatePlayer } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

interface Proof {
  readonly caller: Caller
  readonly emailKey: string
  readonly password: string
  readonly request: FastifyRequest
}

/**
 * Checks the caller's password. Attempts are limited per session: guesses from elsewhere don't lock the caller out, and
 * a stolen session can't guess faster. Throws 429, 503.
 */
export async function verifyPassword(
  { db, passwords }: Pick<Accounts, 'db' | 'passwords'>,
  limits: Limits,
  { caller, emailKey, password, request }: Proof,
): Promise<boolean> {
  const attempt = await beginPasswordAttempt(limits, emailKey, caller.credentialId, request)
  const player = await findPlayerRow(db, 'id', caller.playerId)
  const isRight = await passwords.matches(password, player?.password_hash, attempt.known)
  if (isRight) await limits.passwordAttempts.succeed(attempt)
  return isRight
}

/**
 * Counts a password attempt against the limits of the IP address and of the account, before any look-up and whether or
 * not the account exists. `deviceId`: a device known to this account has a limit of its own, so that attackers can't
 * lock it out. Throws 429.
 */
export async function beginPasswordAttempt(
  { passwordAttempts, take }: Limits,
  emailKey: string,
  deviceId: string | null,
  request: FastifyRequest,
): Promise<PasswordAttempt> {
  const by = deviceId ?? addressKey(request.ip)
  const attempt: PasswordAttempt = { account: emailKey, by, known: deviceId !== null }
  const wait = (await take('login', by)) || (await passwordAttempts.begin(attempt))
  if (wait > 0) throw tooMany(wait)
  return attempt
}

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

/** Minimum length of a password (contracts/http/accounts.ts). Shorter ones are left out of the list. */
const minLength = 6

/** In lower case, the most common first. */
const common = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= minLength).slice(0, 10_000),
)

export const tooCommon = 'This password is too common. Choose one that is harder to guess.'

/** Throws 422 for one of the 10,000 most common passwords, ignoring case. `field`: its name in the body. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (common.has(password.normalize('NFKC').toLowerCase())) throw invalidField(field, tooCommon)
}
