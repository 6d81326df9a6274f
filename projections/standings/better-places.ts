import {
  type PointsFormula,
  pointsAt,
  rankWithMorePoints,
} from '@stepledger/contracts/competition/points-formula.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import type { ChartPlace, CompetitionPlace } from './chart-places.ts'

interface BetterRow {
  round: number
  chart: string
  board: number
  hundredths: number
  rank: number
}

/**
 * Returns for each place on a chart of a competition the nearest better one that gives more points; null where none does.
 * Far down many places have the same points, so this may be further up than the next one.
 */
export async function betterPlacesOf(
  generation: GenerationDb,
  { slug, points }: { slug: string; points: PointsFormula },
  places: readonly ChartPlace[],
): Promise<(CompetitionPlace | null)[]> {
  const wanted = places.flatMap(({ round, chart, board, rank, points: own, next }) => {
    const better = next === null || next.points > own ? null : rankWithMorePoints(points, rank)
    return better === null ? [] : [{ round, chart, board, rank: better }]
  })
  const rows = wanted.length === 0 ? [] : await placesUpTo(generation, slug, wanted)
  return places.map((place) => {
    if (place.next === null || place.next.points > place.points) return place.next
    const row = rows.find(
      ({ round, chart, board }) => round === place.round && chart === place.chart && board === place.board,
    )
    return row ? { hundredths: row.hundredths, rank: row.rank, points: pointsAt(points, row.rank) } : null
  })
}

/** Returns for each board the lowest place that is not below `rank`. */
async function placesUpTo(
  { db, table }: GenerationDb,
  slug: string,
  wanted: readonly Omit<BetterRow, 'hundredths'>[],
): Promise<BetterRow[]> {
  const { rows } = await sql<BetterRow>`
    select w.round, w.chart, w.board, p.hundredths, p.rank
    from unnest(
      ${wanted.map(({ round }) => round)}::integer[], ${wanted.map(({ chart }) => chart)}::text[],
      ${wanted.map(({ board }) => board)}::integer[], ${wanted.map(({ rank }) => rank)}::integer[]
    ) as w (round, chart, board, rank)
    join ${table('event_boards')} b
      on b.slug = ${slug} and b.round = w.round and b.chart = w.chart and b.board = w.board
    cross join lateral (
      select r.hundredths, r.rank
      from (
        select s.hundredths, (1 + sum(s.players) over (order by s.i) - s.players)::integer as rank
        from unnest(b.hundredths, b.players) with ordinality as s (hundredths, players, i)
      ) r
      where r.rank <= w.rank
      order by r.rank desc
      limit 1
    ) p`.execute(db)
  return rows
}
