/** ISO 8601 of a time in ms since 1970. */
export function isoOf(time: number): string {
  return new Date(time).toISOString()
}
