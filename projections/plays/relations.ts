/** What the models after plays may read in their SQL: a change here is theirs, too. */

/**
 * Within the statement that adds new plays: those that are really new. Columns: id, chart, player, at, played_at,
 * rows, radar, passed, hundredths, grades, eligible, reasons.
 */
export const accepted = 'accepted'

/** Every play that is kept and not withdrawn. */
export function keptPlays(schema: string): string {
  return `(select * from ${schema}.plays where withdrawn_at is null)`
}

/** Every play that is kept, withdrawn or not. */
export function allPlays(schema: string): string {
  return `${schema}.plays`
}

/** During a build, every erasure: player, at, partition, "offset". */
export function erasuresOfBuild(schema: string): string {
  return `${schema}.staged_erasures`
}

/**
 * During a build, the earliest play of each chart, before anything was withdrawn or erased: chart, at, id, partition,
 * "offset".
 */
export const firstPlays = 'first_plays'

/**
 * During a build, the charts that have a board though nothing may be left on it: a play that counts was on it, or one
 * was taken away.
 */
export const seenCharts = 'seen_charts'
