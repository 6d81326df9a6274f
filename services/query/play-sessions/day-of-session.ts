import type { SessionDay } from '@stepledger/contracts/http/play-sessions.ts'
import { DateTime, IANAZone } from 'luxon'

/** The hour at which each part of a day begins; hours before the first belong to the night before. */
const parts = [
  [5, 'morning'],
  [12, 'afternoon'],
  [17, 'evening'],
  [22, 'night'],
] as const

/** Returns the day and the part of it at a time, ms since 1970, in a zone; in UTC for an unknown one. */
export function dayOfSession(at: number, zone: string | null): SessionDay {
  const start = DateTime.fromMillis(at, { zone: knownZone(zone) })
  const begun = parts.filter(([hour]) => hour <= start.hour).at(-1)
  const day = begun ? start : start.minus({ days: 1 })
  return { date: day.toISODate() ?? '', part: begun?.[1] ?? 'night' }
}

/** The time zone; UTC for an unknown one. */
export function knownZone(zone: string | null): string {
  return zone !== null && IANAZone.isValidZone(zone) ? zone : 'utc'
}
