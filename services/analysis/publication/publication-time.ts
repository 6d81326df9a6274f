const aMinute = 60_000
const aDay = 24 * 60 * aMinute

/**
 * The first moment behind `after` at which the clock shows `at`, minutes after midnight by UTC. Both moments in ms
 * since 1970.
 */
export function nextPublication(at: number, after: number): number {
  const midnight = Math.floor(after / aDay) * aDay
  const today = midnight + at * aMinute
  return today > after ? today : today + aDay
}
