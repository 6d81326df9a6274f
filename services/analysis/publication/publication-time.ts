const aMinute = 60_000
const aDay = 24 * 60 * aMinute

/** Returns the first time after `after` (ms since 1970) that is `at` minutes past midnight, UTC. */
export function nextPublication(at: number, after: number): number {
  const midnight = Math.floor(after / aDay) * aDay
  const today = midnight + at * aMinute
  return today > after ? today : today + aDay
}
