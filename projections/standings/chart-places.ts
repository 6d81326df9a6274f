import { type PointsFormula, pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** The place of a score on a board of a chart of a round, and the next better place; null at the top. */
export interface ChartPlace extends CompetitionPlace {
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly next: CompetitionPlace | null
}

interface PlaceRow {
  round: number
  chart: string
  board: number
  hundredths: number
  above: number
  next: number | null
  next_players: number | null
}

/**
 * Returns the places of a player on the charts of a competition, or only on `charts`. Reads only the better scores of
 * each chart.
 */
export async function chartPlacesOf(
  generation: GenerationDb,
  { slug, points, player }: { slug: string; points: PointsFormula; player: string },
  charts?: readonly string[],
): Promise<ChartPlace[]> {
  const { rows } = await sql<PlaceRow>`
    select b.round, b.chart, b.board, s.hundredths[b.board + 1] as hundredths,
      (select coalesce(sum(n), 0)::integer from unnest(b.players[:x.i - 1]) as n) as above,
      b.hundredths[x.i - 1] as next, b.players[x.i - 1] as next_players
    from ${generation.table('event_scores')} s
    join ${generation.table('event_boards')} b using (slug, round, chart)
    cross join lateral (select array_position(b.hundredths, s.hundredths[b.board + 1]) as i) x
    where s.player = ${player} and s.slug = ${slug} and x.i is not null
    ${charts ? sql`and s.chart = any(${[...charts]}::text[])` : sql``}
    order by b.round, b.chart, b.board`.execute(generation.db)
  return rows.map(({ round, chart, board, hundredths, above, next, next_players }) => {
    const rank = above + 1
    return {
      round,
      chart,
      board,
      hundredths,
      rank,
      points: pointsAt(points, rank),
      next:
        next === null || next_players === null
          ? null
          : {
              hundredths: next,
              rank: rank - next_players,
              points: pointsAt(points, rank - next_players),
            },
    }
  })
}

/** The place that a score would take on a board of a chart. */
export type PossiblePlace = Omit<ChartPlace, 'next'>

/**
 * Returns the places that scores would take on the charts of a competition without a score of the player. `levels`: a
 * score for each board; null for none.
 */
export async function possiblePlacesOf(
  generation: GenerationDb,
  { slug, points, player }: { slug: string; points: PointsFormula; player: string },
  levels: readonly (number | null)[],
): Promise<PossiblePlace[]> {
  const { rows } = await sql<Pick<PlaceRow, 'round' | 'chart' | 'board' | 'hundredths' | 'above'>>`
    select b.round, b.chart, b.board, l.hundredths,
      (select coalesce(sum(n), 0)::integer from unnest(b.hundredths, b.players) as s (h, n) where h > l.hundredths) as above
    from ${generation.table('event_boards')} b
    join unnest(${[...levels]}::integer[]) with ordinality as l (hundredths, nth) on l.nth = b.board + 1
    where b.slug = ${slug} and b.players <> '{}' and l.hundredths is not null and not exists (
      select from ${generation.table('event_scores')} s
      where s.player = ${player} and s.slug = b.slug and s.round = b.round and s.chart = b.chart
    )
    order by b.round, b.chart, b.board`.execute(generation.db)
  return rows.map(({ above, ...place }) => ({
    ...place,
    rank: above + 1,
    points: pointsAt(points, above + 1),
  }))
}

export interface ChartParticipants {
  readonly round: number
  readonly chart: string
  readonly players: number
}

/** Returns the number of players with a score on each chart of a competition that has any. */
export async function chartParticipants(
  generation: GenerationDb,
  slug: string,
): Promise<ChartParticipants[]> {
  const { rows } = await sql<ChartParticipants>`
    select round, chart, (select sum(n)::integer from unnest(players) as n) as players
    from ${generation.table('event_boards')} where slug = ${slug} and board = 0 and players <> '{}'`.execute(
    generation.db,
  )
  return rows
}

/** The rank and points of a score on a chart of a competition. */
export interface CompetitionPlace {
  readonly hundredths: number
  /** Equal scores share a rank. */
  readonly rank: number
  readonly points: number
}
