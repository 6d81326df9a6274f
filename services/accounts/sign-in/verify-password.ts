import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Accounts } from '../deps.ts'
import { beginPasswordAttempt } from './begin-password-attempt.ts'

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
  const player = await db
    .selectFrom('accounts.players')
    .select('password_hash')
    .where('id', '=', caller.playerId)
    .executeTakeFirst()
  const isRight = await passwords.matches(password, player?.password_hash, attempt.known)
  if (isRight) await limits.passwordAttempts.succeed(attempt)
  return isRight
}
