import { tooMany } from '../platform/http/refusal.ts'
import { uniqueKey } from '../platform/identity/unique-key.ts'
import type { Limits } from '../platform/limits/limits.ts'

/** Counts a try at the account of a mail address, whether there is one or not; whoever guesses from many addresses meets it. Throws 429. */
export async function limitAccount(limits: Limits, email: string): Promise<void> {
  const wait = await limits.take('account', uniqueKey(email))
  if (wait > 0) throw tooMany(wait)
}

/** Who is let in begins to count anew. */
export async function forgiveAccount(limits: Limits, email: string): Promise<void> {
  await limits.forgive('account', uniqueKey(email))
}
