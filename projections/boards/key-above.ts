import { type RawBuilder, sql } from 'kysely'
import { hundredthsABucket, timeUnits } from './rank-key.ts'

/** The least key of the bucket above this one: every key of the bucket is smaller. */
export function keyAbove(bucket: string): RawBuilder<number> {
  return sql.raw(`((${bucket} + 1) * ${hundredthsABucket * timeUnits})`)
}
