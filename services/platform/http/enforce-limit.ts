import type { Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { gameRateLimited, tooMany } from './http-error.ts'

/** Rate-limits a call whose `key` is known only after authorisation. Throws 429, for a play 503. */
export async function enforceLimit({ take }: Limits, limit: LimitName, key: string): Promise<void> {
  const wait = await take(limit, key)
  if (wait > 0) throw limit === 'play' ? gameRateLimited(wait) : tooMany(wait)
}
