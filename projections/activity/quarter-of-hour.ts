/** A quarter of an hour, ms. Quarters are numbered from 1970 on. */
export const quarterMs = 15 * 60_000

/** SQL: the quarter of a time in ms since 1970. */
export function quarterOf(time: string): string {
  return `(${time} / ${quarterMs})::integer`
}
