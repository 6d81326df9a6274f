import { tooMany } from '../../platform/http/refusal.ts'
import type { Limits } from '../../platform/limits/limits.ts'

/** Counts a call about passkeys by the account that it concerns; the gate has counted it by address. Throws 429. */
export async function countCall({ take }: Limits, playerId: string): Promise<void> {
  const wait = await take('passkey', playerId)
  if (wait > 0) throw tooMany(wait)
}
