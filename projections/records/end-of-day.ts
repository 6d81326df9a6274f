const dayMs = 86_400_000

/** Returns the end of a day in UTC, such as 2026-03-01: the first moment of the next one, ms since 1970. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + dayMs
}
