import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { sql } from 'kysely'
import { listedCharts } from '../catalogue/tables.ts'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import type { GradeLadder, GradeRule } from '../scoring/grades.ts'

/** The nearest rival above a player on a chart. Scores in hundredths of a percent. */
interface RivalAbove {
  readonly chart: string
  readonly playId: number
  readonly hundredths: number
  readonly rival: string
  readonly rivalPlayId: number
  readonly rivalHundredths: number
}

interface Row {
  readonly chart: string
  readonly play_id: number
  readonly own: number
  readonly player: string
  readonly other_play: number
  readonly other: number
}

/**
 * Returns the charts on which the player is closest to passing one of these rivals, of the charts with the latest bests.
 * One index range of the player, and one index entry for each of those charts and rivals.
 */
export async function rivalsAbove(
  { table, db }: GenerationDb,
  given: {
    readonly player: string
    readonly rivals: readonly string[]
    readonly system: number
    /** Number of the player's bests that are compared. */
    readonly bests: number
    readonly limit: number
  },
): Promise<RivalAbove[]> {
  const { player, rivals, system, bests, limit } = given
  if (rivals.length === 0) return []
  const best = table('best')
  const { rows } = await sql<Row>`
    with own as materialized (
      select chart, play_id, key from ${best}
      where player = ${player}::uuid and system = ${system} order by played_at desc, chart limit ${bests}
    )
    select own.chart, own.play_id, own.key / ${timeUnits}::bigint as own,
      above.player, above.play_id as other_play, above.key / ${timeUnits}::bigint as other
    from own cross join lateral (
      select b.player, b.play_id, b.key from unnest(${[...rivals]}::uuid[]) as r(player)
      join ${best} b on b.chart = own.chart and b.player = r.player and b.system = ${system}
      where b.key > own.key order by b.key, b.player limit 1
    ) above
    order by above.key / ${timeUnits}::bigint - own.key / ${timeUnits}::bigint, own.chart limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({
    chart: row.chart,
    playId: row.play_id,
    hundredths: Number(row.own),
    rival: row.player,
    rivalPlayId: row.other_play,
    rivalHundredths: Number(row.other),
  }))
}

/** A player's best on a chart. `hundredths`: of that play in every system, in the order of the rules. */
export interface LatestBest {
  readonly chart: string
  readonly playId: number
  readonly grade: Grade
  readonly hundredths: readonly number[]
}

/** Returns a player's bests in a system, latest first: one index range and one entry for each best. */
export async function latestBests(
  { table, db }: GenerationDb,
  player: string,
  system: number,
  limit: number,
): Promise<LatestBest[]> {
  const { rows } = await sql<{ chart: string; play_id: number; grade: Grade; hundredths: number[] }>`
    select b.chart, b.play_id, b.grade, a.hundredths
    from (
      select chart, play_id, grade, played_at from ${table('best')}
      where player = ${player}::uuid and system = ${system} order by played_at desc, chart limit ${limit}
    ) b join ${table('attempts')} a on a.play_id = b.play_id
    order by b.played_at desc, b.chart`.execute(db)
  return rows.map(({ play_id, ...best }) => ({ ...best, playId: play_id }))
}

/** Returns the median meter and the steps types of these charts, ignoring charts without a meter. */
export async function levelOf(
  { table, db }: GenerationDb,
  charts: readonly string[],
): Promise<{ meter: number; stepsTypes: readonly string[] } | null> {
  const { rows } = await sql<{ meter: number | null; types: string[] | null }>`
    select percentile_disc(0.5) within group (order by meter)::integer as meter,
      array_agg(distinct steps_type) filter (where steps_type is not null) as types
    from ${table('charts')} where hash = any(${[...charts]}::text[]) and meter is not null`.execute(db)
  const { meter = null, types = null } = rows[0] ?? {}
  return meter === null ? null : { meter, stepsTypes: types ?? [] }
}

/**
 * Returns listed charts with a meter at most one from `meter` and one of these steps types (or an unknown one) that the
 * player has not played, most played first. Reads all charts of those meters and an index range of the player.
 */
export async function unplayedCharts(
  { table, db }: GenerationDb,
  player: string,
  { meter, stepsTypes }: { readonly meter: number; readonly stepsTypes: readonly string[] },
  limit: number,
): Promise<{ chart: string; plays: number }[]> {
  const { rows } = await sql<{ chart: string; plays: number }>`
    select hash as chart, plays from ${table('charts')}
    where coalesce(meter, -1) between ${meter - 1} and ${meter + 1} and ${sql.raw(listedCharts)}
      and (steps_type is null or steps_type = any(${[...stepsTypes]}::text[]))
      and hash not in (select chart from ${table('player_charts')} where player = ${player}::uuid)
    order by plays desc, hash limit ${limit}`.execute(db)
  return rows
}

/** The next better grade of a play and what it misses: hundredths of a percent in the rule's system. */
interface GradeAbove extends GradeRule {
  readonly missing: number
}

/** Null at the top. `hundredths`: the play's percent in each system. */
export function gradeAbove(
  ladder: GradeLadder,
  grade: Grade,
  hundredths: readonly number[],
): GradeAbove | null {
  const at = ladder.findIndex((rule) => rule.grade === grade)
  if (at <= 0) return null
  const rule = itemAt(ladder, at - 1)
  return { ...rule, missing: Math.max(rule.hundredths - itemAt(hundredths, rule.system), 0) }
}
