import type { TablesTx } from './generation.ts'
import type { ChangedPlay, Changes } from './read-model.ts'

/**
 * A table of play counts: a row for each key with its number of plays in the column `plays`, without withdrawn ones.
 * This one declaration gives the SQL by which a fold adds and subtracts plays and a build counts them.
 */
export interface PlayCount {
  readonly table: string
  /** The key columns, each with the SQL of its value for a play, which has the columns player, chart, played_at. */
  readonly key: Readonly<Record<string, string>>
  /** Whether a row remains when its last play is subtracted. */
  readonly keepsZero?: true
}

/** SQL: a query for key and `plays` of each key that occurs in the relation `plays`. */
export function countsIn({ key }: PlayCount, plays: string): string {
  const numbers = Object.keys(key).map((_, i) => i + 1)
  const values = Object.entries(key).map(([column, value]) => `${value} as ${column}`)
  return `select ${values.join(', ')}, count(*)::integer as plays from ${plays} group by ${numbers} order by ${numbers}`
}

/** SQL: a statement that counts plays into a table without these keys. */
export function fillCounts(schema: string, count: PlayCount, plays: string): string {
  return `insert into ${schema}.${count.table} as p (${Object.keys(count.key)}, plays) ${countsIn(count, plays)}`
}

/** SQL: a statement that adds plays to the counts. */
export function addCounts(schema: string, count: PlayCount, plays: string): string {
  return `
      ${fillCounts(schema, count, plays)}
      on conflict (${Object.keys(count.key)}) do update set plays = p.plays + excluded.plays`
}

/** SQL: the relation of withdrawn, reinstated or erased plays, whose parameters are those of `changedValues`. */
export const changedPlays =
  '(select * from unnest($1::uuid[], $2::text[], $3::bigint[]) as changed(player, chart, played_at)) changed'

export function changedValues(plays: readonly ChangedPlay[]): unknown[] {
  return [plays.map((p) => p.player), plays.map((p) => p.chart), plays.map((p) => p.playedAt)]
}

/** The plays that were counted before a batch and are not after it. */
export function uncountedPlays({ withdrawn, erased }: Changes): ChangedPlay[] {
  return [...withdrawn, ...erased.filter((play) => !play.withdrawn)]
}

/** Adds reinstated plays to the counts. The rows of a table that keeps zeros exist. */
export async function restoreCounts(
  { tx, schema }: TablesTx,
  count: PlayCount,
  reinstated: readonly ChangedPlay[],
): Promise<void> {
  if (reinstated.length === 0) return
  const { table, keepsZero } = count
  await tx.query({
    name: `${schema}_restore_${table}_v1`,
    text: keepsZero
      ? `with more as materialized (${countsIn(count, changedPlays)})
         update ${schema}.${table} p set plays = p.plays + more.plays from more where ${sameKey(count, 'more')}`
      : addCounts(schema, count, changedPlays),
    values: changedValues(reinstated),
  })
}

function sameKey({ key }: PlayCount, other: string): string {
  return Object.keys(key)
    .map((column) => `p.${column} = ${other}.${column}`)
    .join(' and ')
}

/**
 * Subtracts removed plays from the counts. No other batch may change these rows at the same time: plays of a player are
 * in one partition, and a fold locks their charts.
 */
export async function subtractCounts(
  { tx, schema }: TablesTx,
  count: PlayCount,
  removed: readonly ChangedPlay[],
): Promise<void> {
  if (removed.length === 0) return
  const { table, keepsZero } = count
  const same = sameKey(count, 'less')
  const deleted = `deleted as (delete from ${schema}.${table} p using less where ${same} and p.plays = less.plays)`
  await tx.query({
    name: `${schema}_subtract_${table}_v1`,
    text: `
      with less as materialized (${countsIn(count, changedPlays)})${keepsZero ? '' : `, ${deleted}`}
      update ${schema}.${table} p set plays = p.plays - less.plays
      from less where ${same}${keepsZero ? '' : ' and p.plays <> less.plays'}`,
    values: changedValues(removed),
  })
}
