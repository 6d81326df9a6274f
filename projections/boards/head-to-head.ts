import type { HeadToHeadRecord } from '@stepledger/contracts/http/head-to-head.ts'
import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

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
