import { HttpError } from '../platform/http/http-error.ts'
import type { Limits, Quota } from '../platform/limits/limits.ts'

/** The sender of a play. `addressKey`: rate-limit key of the IP address. */
interface Sender {
  readonly playerId: string
  readonly verified: boolean
  readonly addressKey: string
}

type PlayQuotas = Pick<Limits, 'playBytes' | 'unverifiedBytes' | 'addressBytes'>

/** Maximum Retry-After of an unverified player, seconds: verifying the email lifts the limit earlier. */
const maxRetryUnverified = 900

/**
 * Takes the bytes of a play from the quota of its player, and of the IP address if the email is not verified: from all or
 * from none. Returns the refund. Throws 503 when one is exceeded: the game keeps the play and retries.
 */
export async function takeQuota(
  quotas: PlayQuotas,
  sender: Sender,
  bytes: number,
): Promise<() => Promise<void>> {
  const taken: (readonly [Quota, string])[] = []
  const refund = async () => {
    for (const [quota, key] of taken) await quota.refund(key, bytes)
  }
  for (const [quota, key] of quotasOf(quotas, sender)) {
    const wait = await quota.take(key, bytes)
    if (wait > 0) {
      await refund()
      throw quotaExceeded(wait, sender.verified)
    }
    taken.push([quota, key])
  }
  return refund
}

function quotasOf(
  { playBytes, unverifiedBytes, addressBytes }: PlayQuotas,
  { playerId, verified, addressKey }: Sender,
): (readonly [Quota, string])[] {
  if (verified) return [[playBytes, playerId]]
  return [
    [unverifiedBytes, playerId],
    [addressBytes, addressKey],
  ]
}

function quotaExceeded(wait: number, verified: boolean): HttpError {
  const when = wait > 7200 ? `${Math.ceil(wait / 3600)} hours` : `${Math.ceil(wait / 60) + 1} minutes`
  const message = verified
    ? `You've reached your daily limit for plays. Send this one again in ${when}.`
    : `You've reached the daily limit for plays without a verified email. Verify your email, or send this one again in ${when}.`
  const retryAfter = verified ? wait : Math.min(wait, maxRetryUnverified)
  return new HttpError(503, message, { headers: { 'retry-after': String(retryAfter) }, refusal: 'quota' })
}
