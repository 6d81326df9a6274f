import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { conflict, invalidField } from '../../platform/http/http-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Accounts } from '../deps.ts'
import { playerRow } from '../player-row.ts'
import { beginPasswordAttempt } from '../sign-in/verify-password.ts'
import type { AccountsDatabase } from '../tables.ts'

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
