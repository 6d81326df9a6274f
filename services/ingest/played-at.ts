import { DateTime, IANAZone } from 'luxon'

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** Parses the age of a play that a client states, seconds; null when invalid. */
export function playAge(value: unknown): number | null {
  const age = typeof value === 'string' && /^\d{1,10}(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof age === 'number' && age >= 0 && age <= maxAge ? age : null
}

/** Ten years, seconds. */
const maxAge = 10 * 366 * 86_400

/**
 * When a play was played, ms since 1970, never later than `receivedAt`. `pendingDate`: local time in the player's zone,
 * of a play sent late; null for a play sent at once. Falls back to `receivedAt` when malformed or in the future. When
 * clocks are set back, the earlier of two instants; when set forward, a skipped time moves one hour later.
 */
export function playedAt(pendingDate: string | null, timeZone: string | null, receivedAt: number): number {
  if (pendingDate === null || !localTime.test(pendingDate)) return receivedAt
  const zone = timeZone !== null && IANAZone.isValidZone(timeZone) ? timeZone : 'utc'
  const local = DateTime.fromISO(pendingDate, { zone })
  if (!local.isValid) return receivedAt
  const played = Math.min(...local.getPossibleOffsets().map((possible) => possible.toMillis()))
  return Math.min(played, receivedAt)
}
