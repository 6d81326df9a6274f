import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import type { CompetitionBoardKey, RankedTotal } from './ranked-totals.ts'
import { blockSize } from './ranking.ts'

/** The players of a country (ISO 3166-1 number), or some players. */
type PlayerFilter = { readonly country: number } | { readonly players: readonly string[] }

/** A place among some players, with the one among all. Players with equal points share both. */
export interface FilteredTotal extends RankedTotal {
  readonly rankOfAll: number
}

/**
 * Returns the places from `from` + 1 on among some players of a competition's board, best first, and the number of all.
 * Reads one index range: that of the board's blocks.
 */
export async function filteredStandings(
  generation: GenerationDb,
  { slug, round, board }: CompetitionBoardKey,
  filter: PlayerFilter,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly total: number; readonly totals: readonly FilteredTotal[] }> {
  const { rows } = await sql<FilteredTotal & { total: number; player: string | null }>`
    with ranked as (
      select x.player, x.points, x.charts, r.block * ${sql.lit(blockSize)} + x.nth as place,
        (rank() over (order by x.points desc))::integer as "rankOfAll"
      from ${generation.table('event_rankings')} r,
        unnest(r.players, r.points, r.charts) with ordinality as x(player, points, charts, nth)
      where r.slug = ${slug} and r.round = ${round} and r.board = ${board}
    ),
    own as materialized (
      select *, (rank() over (order by points desc))::integer as rank from ranked where ${matches(filter)}
    )
    select counted.total, page.*
    from (select count(*)::integer as total from own) counted
    left join lateral (select * from own order by place offset ${from}::integer limit ${limit}::integer) page on true
    order by page.place`.execute(generation.db)
  const totals = rows.flatMap(({ player, points, charts, rank, rankOfAll }) =>
    player === null ? [] : [{ player, points, charts, rank, rankOfAll }],
  )
  return { total: rows[0]?.total ?? 0, totals }
}

function matches(filter: PlayerFilter): RawBuilder<boolean> {
  return 'country' in filter
    ? sql`player in (select c.player from projector.countries c where c.country = ${filter.country})`
    : sql`player = any(${[...filter.players]}::uuid[])`
}
