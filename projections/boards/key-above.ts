import { type RawBuilder, sql } from 'kysely'
import { hundredthsPerBucket, timeUnits } from './rank-key.ts'

/** SQL: the smallest key of the next bucket. Every key of this bucket is smaller. */
export function keyAbove(bucket: string): RawBuilder<number> {
  return sql.raw(`((${bucket} + 1) * ${hundredthsPerBucket * timeUnits})`)
}
