/**
 * What boards rank by: one number of 53 bits. The percent in hundredths (14 bits) goes before the inverted time in
 * units of 10 ms (39 bits, enough until the year 2144), so that a higher score wins and, of equal ones, the one
 * received first. Redis and Postgres rank by the same number; the last tie-break everywhere is the player id, bytewise,
 * descending.
 */
export const timeUnits = 2 ** 39
/** ms. */
export const unit = 10

/** The key of a score of `hundredths` received at `at` (ms since 1970). */
export function rankKey(hundredths: number, at: number): number {
  return hundredths * timeUnits + (timeUnits - 1 - Math.floor(at / unit))
}

export function hundredthsOf(key: number): number {
  return Math.floor(key / timeUnits)
}

/**
 * Scores of a board are counted in buckets of a tenth of a percent, so that ranks and deep pages need no walk over the
 * board.
 */
export function bucketOf(hundredths: number): number {
  return Math.floor(hundredths / hundredthsABucket)
}
export const hundredthsABucket = 10
