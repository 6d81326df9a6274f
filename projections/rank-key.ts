import { type RawBuilder, sql } from 'kysely'

/**
 * The number that boards rank by, of 53 bits. The percent in hundredths (14 bits) precedes the inverted time in units
 * of 10 ms (39 bits, enough until the year 2144). A higher score wins; of equal scores, the one received first. Redis
 * and Postgres rank by the same number. The last tie-break is always the player id, bytewise, descending.
 */
export const timeUnits = 2 ** 39
/** The resolution of times in keys, ms. */
const unitMs = 10

/** `at`: of receipt, ms since 1970. */
export function rankKey(hundredths: number, at: number): number {
  return hundredths * timeUnits + (timeUnits - 1 - Math.floor(at / unitMs))
}

export function hundredthsOf(key: number): number {
  return Math.floor(key / timeUnits)
}

/**
 * Returns the bucket of a score. Players are counted per bucket of a tenth of a percent, so that ranks and deep pages
 * need no scan of the whole board.
 */
export function bucketOf(hundredths: number): number {
  return Math.floor(hundredths / hundredthsPerBucket)
}
const hundredthsPerBucket = 10

/** `rankKey` as a SQL expression over columns. */
export function rankKeySql(hundredths: string, at: string): string {
  return `(${hundredths}::bigint * ${timeUnits} + (${timeUnits - 1} - ${at} / ${unitMs}))`
}

export function bucketSql(key: string): string {
  return `(${key} / ${hundredthsPerBucket * timeUnits})::smallint`
}

/** SQL: the smallest key of the next bucket. Every key of this bucket is smaller. */
export function keyAbove(bucket: string): RawBuilder<number> {
  return sql.raw(`((${bucket} + 1) * ${hundredthsPerBucket * timeUnits})`)
}
