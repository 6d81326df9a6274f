import type { FastifyInstance, FastifyRequest } from 'fastify'
import { breaksRule, unauthorized } from '../../platform/http/refusal.ts'
import type { Accounts } from '../deps.ts'
import { beginTry } from './password-tries.ts'

export interface CheckedPlayer {
  readonly email: string
  readonly emailKey: string
  /** Whether the address was ever proved. */
  readonly isVerified: boolean
}

/**
 * Checks the password of a player who is signed in, before what matters is changed: whoever sits at a browser that was left open must not
 * guess it either, so a wrong one counts as a try to sign in. Gives the address of the account; throws 422, 429.
 */
export async function checkPassword(
  app: FastifyInstance,
  { db, passwords }: Accounts,
  playerId: string,
  password: string,
  request: FastifyRequest,
): Promise<CheckedPlayer> {
  const { limits } = app.guards
  const player = await db
    .selectFrom('accounts.players')
    .select(['email', 'email_key', 'email_verified_at', 'password_hash'])
    .where('id', '=', playerId)
    .executeTakeFirst()
  if (!player) throw unauthorized('This account no longer exists')
  const attempt = await beginTry(limits, player.email_key, `player:${playerId}`, request)
  if (!(await passwords.matches(password, player.password_hash, true)))
    throw breaksRule('currentPassword', 'The current password is not right')
  await limits.tries.succeed(attempt)
  return { email: player.email, emailKey: player.email_key, isVerified: player.email_verified_at !== null }
}
