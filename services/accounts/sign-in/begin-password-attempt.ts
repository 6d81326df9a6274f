import type { FastifyRequest } from 'fastify'
import { tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordAttempt } from '../../platform/limits/password-attempts.ts'

/**
 * Counts a try at a password before anything is looked up, by address and by account, whether there is such an account
 * or not. `deviceId`: a device that was signed in to this account before: it is counted by itself, so that nobody else
 * can use up what it has. Throws 429.
 */
export async function beginPasswordAttempt(
  { tries, take }: Limits,
  emailKey: string,
  deviceId: string | null,
  request: FastifyRequest,
): Promise<PasswordAttempt> {
  const by = deviceId ?? addressKey(request.ip)
  const attempt: PasswordAttempt = { account: emailKey, by, known: deviceId !== null }
  const wait = (await take('login', by)) || (await tries.begin(attempt))
  if (wait > 0) throw tooMany(wait)
  return attempt
}
