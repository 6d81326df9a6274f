import type { TablesTx } from '../generation.ts'
import type { Changes } from '../read-model.ts'

const columns = 'play_id, chart, player, at, played_at, hundredths, grades, counts, only_failed, cmod'

/** The same columns of a play, in this order. */
const ofPlay = `id, chart, player, at, played_at, hundredths, grades, eligible, ${onlyFailed('reasons')}, cmod`

/** SQL: the play is off the boards only because it was failed, or would have been with fail on. */
function onlyFailed(reasons: string): string {
  return `(cardinality(${reasons}) > 0 and ${reasons} <@ '{failed,life-ran-out}'::text[])`
}

/** SQL: the statement that adds the attempts of plays, a relation with the columns of `plays`. */
export function addAttempts(schema: string, plays: string): string {
  return `insert into ${schema}.attempts (${columns}) select ${ofPlay} from ${plays}`
}

/** SQL: the statement that fills the table. */
export function fillAttempts(schema: string): string {
  return addAttempts(schema, `${keptPlays(schema)} kept`)
}

/** Brings the attempts of stored plays that a batch changed up to date. Withdrawn plays have none. */
export async function followPlays(
  { tx, schema }: TablesTx,
  { judged, withdrawn, reinstated, erased }: Changes,
): Promise<void> {
  const idsOf = (plays: readonly { readonly playId: number }[]) => [plays.map(({ playId }) => playId)]
  if (withdrawn.length + erased.length > 0)
    await tx.query({
      text: `delete from ${schema}.attempts where play_id = any($1::bigint[])`,
      values: idsOf([...withdrawn, ...erased]),
    })
  if (judged.length + reinstated.length > 0)
    await tx.query({
      text: `
        ${addAttempts(schema, `${schema}.plays where id = any($1::bigint[]) and withdrawn_at is null`)}
        on conflict (play_id) do update
        set hundredths = excluded.hundredths, counts = excluded.counts, only_failed = excluded.only_failed`,
      values: idsOf([...judged, ...reinstated]),
    })
}

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
