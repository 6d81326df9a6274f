import { IANAZone } from 'luxon'

/** The time zone; UTC for an unknown one. */
export function knownZone(zone: string | null): string {
  return zone !== null && IANAZone.isValidZone(zone) ? zone : 'utc'
}
