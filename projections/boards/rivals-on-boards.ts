import type { HeadToHeadRecord } from '@stepledger/contracts/http/rivals.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'

/** A chart on which both players have a best. Scores in hundredths of a percent. */
export interface CommonChart {
  readonly chart: string
  readonly own: CommonBest
  readonly other: CommonBest
}

interface CommonBest {
  readonly hundredths: number
  readonly playId: number
  readonly grade: Grade
}

interface HeadToHeadQuery {
  readonly player: string
  readonly other: string
  readonly system: number
  /** `gap`: own minus other's score. */
  readonly orderBy: 'gap' | 'own' | 'other' | 'title'
  readonly orderDirection: 'asc' | 'desc'
  readonly from: number
  readonly limit: number
  /** Number of charts with the smallest gaps. */
  readonly closest: number
}

export interface HeadToHead extends HeadToHeadRecord {
  readonly closest: readonly CommonChart[]
  readonly charts: readonly CommonChart[]
}

interface Row extends HeadToHeadRecord {
  readonly part: 'closest' | 'page' | null
  readonly chart: string
  readonly own: number
  readonly own_play: number
  readonly own_grade: Grade
  readonly other: number
  readonly other_play: number
  readonly other_grade: Grade
}

/**
 * Compares the bests of two players on one board. Joins one index range for each player, so the cost grows with the charts
 * that the two have played, not with their plays or with other players. The order by title joins a third range.
 */
export async function headToHead(
  { table, db }: GenerationDb,
  { player, other, system, orderBy, orderDirection, from, limit, closest }: HeadToHeadQuery,
): Promise<HeadToHead> {
  const best = table('best')
  const way = sql.raw(orderDirection)
  const titles =
    orderBy === 'title'
      ? sql`join ${table('player_charts')} titled on titled.player = ${player}::uuid and titled.chart = c.chart`
      : sql``
  const { rows } = await sql<Row>`
    with common as materialized (
      select a.chart,
        a.key / ${timeUnits}::bigint as own, a.play_id as own_play, a.grade as own_grade,
        b.key / ${timeUnits}::bigint as other, b.play_id as other_play, b.grade as other_grade
      from ${best} a join ${best} b on b.chart = a.chart
      where a.player = ${player}::uuid and a.system = ${system} and b.player = ${other}::uuid and b.system = ${system}
    ),
    counts as (select ${counted} from common),
    listed as (
      (select 'closest' as part, row_number() over (order by abs(own - other), chart) as nth, common.*
        from common order by nth limit ${closest}::integer)
      union all
      (select 'page', row_number() over (order by ${orders[orderBy]} ${way}, c.chart ${way}), c.*
        from common c ${titles} order by 2 offset ${from}::integer limit ${limit}::integer)
    )
    select counts.*, listed.* from counts left join listed on true order by part, nth`.execute(db)
  const { ahead = 0, level = 0, behind = 0 } = rows[0] ?? {}
  const inPart = (part: Row['part']) => rows.filter((row) => row.part === part).map(commonChartOf)
  return { ahead, level, behind, closest: inPart('closest'), charts: inPart('page') }
}

const counted = sql.raw(
  [
    'count(*) filter (where own > other)::integer as ahead',
    'count(*) filter (where own = other)::integer as level',
    'count(*) filter (where own < other)::integer as behind',
  ].join(', '),
)

const orders: { readonly [Order in HeadToHeadQuery['orderBy']]: RawBuilder<unknown> } = {
  gap: sql.raw('c.own - c.other'),
  own: sql.raw('c.own'),
  other: sql.raw('c.other'),
  title: sql.raw('titled.title_key'),
}

function commonChartOf(row: Row): CommonChart {
  return {
    chart: row.chart,
    own: { hundredths: Number(row.own), playId: row.own_play, grade: row.own_grade },
    other: { hundredths: Number(row.other), playId: row.other_play, grade: row.other_grade },
  }
}

/**
 * Returns the player's record against each of these players on one board, in their order. One index range for each of
 * them and one for the player.
 */
export async function recordsAgainst(
  { table, db }: GenerationDb,
  player: string,
  others: readonly string[],
  system: number,
): Promise<HeadToHeadRecord[]> {
  const best = table('best')
  const { rows } = await sql<HeadToHeadRecord>`
    with own as materialized (
      select chart, key / ${timeUnits}::bigint as own from ${best} where player = ${player}::uuid and system = ${system}
    )
    select record.* from unnest(${[...others]}::uuid[]) with ordinality as x(player, nth)
    cross join lateral (
      select ${counted} from own
      join (select chart, key / ${timeUnits}::bigint as other from ${best} b where b.player = x.player and b.system = ${system}) them
        using (chart)
    ) record
    order by x.nth`.execute(db)
  return rows
}

/** A ranked play of a rival that improved their best, on one board. Scores in hundredths of a percent. */
interface RivalNews {
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
