import { hundredthsABucket, timeUnits, unit } from './rank-key.ts'

/** `rankKey` as Postgres reckons it, of columns. */
export function rankKeySql(hundredths: string, at: string): string {
  return `(${hundredths}::bigint * ${timeUnits} + (${timeUnits - 1} - ${at} / ${unit}))`
}

/** The bucket that a key lies in. */
export function bucketSql(key: string): string {
  return `(${key} / ${hundredthsABucket * timeUnits})::smallint`
}
