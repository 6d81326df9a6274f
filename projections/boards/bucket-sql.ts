import { type RawBuilder, sql } from 'kysely'
import { hundredthsABucket, timeUnits } from './rank-key.ts'

const keysABucket = sql.lit(hundredthsABucket * timeUnits)

/** The bucket of a key (rank-key.ts), as Postgres reckons it. */
export function bucketIn(key: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(${key} / ${keysABucket})`
}

/** The least key of the bucket above: every key of the bucket is smaller. */
export function keyAboveIn(bucket: RawBuilder<unknown>): RawBuilder<number> {
  return sql`((${bucket} + 1) * ${keysABucket})`
}
