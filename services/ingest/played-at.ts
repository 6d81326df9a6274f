import { DateTime, IANAZone } from 'luxon'

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** How long ago a play was played as a client says it, seconds; null for what is no such number. */
export function playAge(said: unknown): number | null {
  const age = typeof said === 'string' && /^\d{1,10}(\.\d+)?$/.test(said) ? Number(said) : said
  return typeof age === 'number' && age >= 0 && age <= longestAge ? age : null
}

/** Ten years, seconds. */
const longestAge = 10 * 366 * 86_400

/**
 * When a play was played, ms since 1970, never later than `receivedAt`. `pendingDate`: what a play sent late says of
 * it, the local time of the player's zone; null for a play sent at once. One that is malformed, or lies in the future,
 * counts for nothing. Of an hour that the clock shows twice the earlier one is taken; one that it skips lies an hour
 * later.
 */
export function playedAt(pendingDate: string | null, timeZone: string | null, receivedAt: number): number {
  if (pendingDate === null || !localTime.test(pendingDate)) return receivedAt
  const zone = timeZone !== null && IANAZone.isValidZone(timeZone) ? timeZone : 'utc'
  const local = DateTime.fromISO(pendingDate, { zone })
  if (!local.isValid) return receivedAt
  const played = Math.min(...local.getPossibleOffsets().map((possible) => possible.toMillis()))
  return Math.min(played, receivedAt)
}
