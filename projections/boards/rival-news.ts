import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'

/** A ranked play of a rival that improved their best, on one board. Scores in hundredths of a percent. */
export interface RivalNews {
  readonly playId: number
  readonly player: string
  readonly chart: string
  /** Time of play, ms since 1970. */
  readonly playedAt: number
  readonly hundredths: number
  readonly grade: Grade
  /** The rival's best before; null for the first ranked play of the chart. */
  readonly earlier: number | null
  /** The player's best on the chart now; null without one. */
  readonly own: number | null
}

interface NewsQuery {
  readonly player: string
  readonly rivals: readonly string[]
  readonly system: number
  /** Ms since 1970. */
  readonly since: number
  readonly limit: number
}

/** The latest plays of each rival, and of all of them, that are looked at. */
const playsOfEach = 20
const playsOfAll = 60

/**
 * Returns the new bests of these rivals since a time, latest first, one for each rival and chart. Reads up to 20 plays of
 * each rival by index, and for up to 60 of them the rival's earlier plays and the player's best on the chart.
 */
export async function newsOfRivals(
  { table, rules, db }: GenerationDb,
  { player, rivals, system, since, limit }: NewsQuery,
): Promise<RivalNews[]> {
  if (rivals.length === 0) return []
  const nth = scoreIndexOf(rules, system)
  const { rows } = await sql<RivalNews>`
    with recent as materialized (
      select p.* from unnest(${[...rivals]}::uuid[]) as x(player)
      cross join lateral (
        select id, player, chart, at, played_at, eligible, hundredths[${nth}::integer] as hundredths, grades[${nth}::integer] as grade
        from ${table('plays')} where player = x.player and withdrawn_at is null and played_at > ${since}::bigint
        order by played_at desc, id desc limit ${playsOfEach}
      ) p
      where p.eligible order by p.played_at desc, p.id desc limit ${playsOfAll}
    ), news as (
      select r.*,
        (select max(a.hundredths[${nth}::integer]) from ${table('attempts')} a
          where a.chart = r.chart and a.player = r.player and a.counts and (a.at, a.play_id) < (r.at, r.id)) as earlier,
        (select b.key / ${timeUnits}::bigint from ${table('best')} b
          where b.player = ${player}::uuid and b.chart = r.chart and b.system = ${system} limit 1) as own
      from recent r
    ), bests as (
      select distinct on (player, chart) * from news where hundredths > coalesce(earlier, -1)
      order by player, chart, hundredths desc, id
    )
    select id as "playId", player, chart, played_at as "playedAt", hundredths, grade, earlier, own::integer as own
    from bests order by played_at desc, id desc limit ${limit}::integer`.execute(db)
  return rows
}
