import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordAttempt } from '../../platform/limits/password-attempts.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow } from '../player-row.ts'

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
