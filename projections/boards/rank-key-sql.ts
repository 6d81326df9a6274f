import { type RawBuilder, sql } from 'kysely'
import { hundredthsPerBucket, timeUnits, unitMs } from './rank-key.ts'

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
