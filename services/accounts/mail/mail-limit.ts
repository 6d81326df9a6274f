import { tooMany } from '../../platform/http/refusal.ts'
import type { Limits } from '../../platform/limits/limits.ts'

/** Counts a mail that somebody asks for, by the address that gets it, whether anybody has it or not. Throws 429. */
export async function countMail({ take }: Limits, addressKey: string): Promise<void> {
  const wait = await take('mail', addressKey)
  if (wait > 0) throw tooMany(wait)
}
