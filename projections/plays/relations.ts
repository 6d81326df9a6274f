// The relations that later models may read in their SQL.

/** Every stored play that is not withdrawn. */
export function keptPlays(schema: string): string {
  return `(select * from ${schema}.plays where withdrawn_at is null)`
}

/** Every stored play, withdrawn or not. */
export function allPlays(schema: string): string {
  return `${schema}.plays`
}

/** During a build, every erasure: player, at, partition, "offset". */
export function erasuresOfBuild(schema: string): string {
  return `${schema}.staged_erasures`
}

/**
 * During a build, the earliest play of each chart, before withdrawals and erasures: chart, at, id, partition, "offset".
 */
export const firstPlays = 'first_plays'

/**
 * During a build, the charts that have a board even if it is empty: a counting play was on it, or a play was removed.
 */
export const seenCharts = 'seen_charts'
