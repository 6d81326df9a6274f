import type { FastifyRequest } from 'fastify'
import { tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordAttempt } from '../../platform/limits/password-attempts.ts'

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
