import type { FastifyRequest } from 'fastify'
import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { gameRateLimited, tooMany } from './http-error.ts'

/** Rate-limits a call whose `key` is known only after authorisation. Throws 429, for a play 503. */
export async function enforceLimit({ take }: Limits, limit: LimitName, key: string): Promise<void> {
  const wait = await take(limit, key)
  if (wait > 0) throw limit === 'play' ? gameRateLimited(wait) : tooMany(wait)
}

/**
 * Rate-limits a request to an address outside the contracts. Returns 0 if it may proceed, else the seconds to wait.
 */
export function takeReadLimit(
  { server, ip }: FastifyRequest,
  limit: 'read' | 'picture' = 'read',
): Promise<number> {
  return server.guards.limits.take(limit, addressKey(ip))
}

/** Like takeReadLimit, but throws 429; for addresses without an error page of their own, such as pictures. */
export async function enforceReadLimit(
  request: FastifyRequest,
  limit: 'read' | 'picture' = 'read',
): Promise<void> {
  const wait = await takeReadLimit(request, limit)
  if (wait > 0) throw tooMany(wait)
}
