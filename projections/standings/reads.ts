import { sql } from 'kysely'
import type { PlayRow } from '../plays/tables.ts'
import type { GenerationDb } from '../read-database.ts'
import { isAnyEarlier } from './counting-scores.ts'
import type { CompetitionBoardKey } from './ranked-totals.ts'
import type { PlayerOnChart } from './score-changes.ts'
import type { CompetitionRow, CompetitionScoreRow } from './tables.ts'
import type { RoundWindow } from './window-and-grace.ts'

/** Returns every announced competition, by slug. */
export async function allCompetitions({ db }: GenerationDb): Promise<CompetitionRow[]> {
  return db.selectFrom('events').selectAll().orderBy('slug').execute()
}

/** Returns a competition by its slug, or null. */
export async function competitionBySlug(
  generation: GenerationDb,
  slug: string,
): Promise<CompetitionRow | null> {
  return (await allCompetitions(generation)).find((competition) => competition.slug === slug) ?? null
}

/**
 * Returns the points of these players at the end of each day of a round, or of the whole competition, as of the last
 * computation of daily totals.
 */
export async function dailyPointsOf(
  { db }: GenerationDb,
  { slug, round, board }: CompetitionBoardKey,
  players: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (players.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_days')
    .select(['player', 'points'])
    .where('slug', '=', slug)
    .where('round', '=', round)
    .where('board', '=', board)
    .where('player', 'in', [...players])
    .execute()
  return new Map(rows.map(({ player, points }) => [player, points]))
}

/** Returns the end of the last day with daily totals, ms since 1970; 0 before the first. */
export async function lastDailyTotalsEnd({ db }: GenerationDb, slug: string): Promise<number> {
  const kept = await db
    .selectFrom('event_days_kept')
    .select('until')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return kept?.until ?? 0
}

/** Whether a change of a player on a chart is still in the queue of the standings. */
export async function isQueuedForStandings(
  { db }: GenerationDb,
  { chart, player }: PlayerOnChart,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('standings_queue')
    .select('chart')
    .where('chart', '=', chart)
    .where('player', '=', player)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Whether no other play of the player on the chart was received earlier in the window, unless an operator withdrew it. */
export async function isFirstAttempt(
  { db, schema }: GenerationDb,
  { id, chart, player, at }: Pick<PlayRow, 'id' | 'chart' | 'player' | 'at'>,
  { start, end, receivedBefore }: RoundWindow,
): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select not (${sql.raw(isAnyEarlier(schema, 'p', 'c'))}) as first
    from (values (${id}::bigint, ${chart}::text, ${player}::uuid, ${at}::bigint)) as p(play_id, chart, player, at),
      (values (${start}::bigint, ${end}::bigint, ${receivedBefore}::bigint)) as c(starts, ends, received_before)`.execute(
    db,
  )
  return rows[0]?.first ?? false
}

/** Returns the scores of a player on the charts of a competition. */
export async function scoresOf(
  { db }: GenerationDb,
  slug: string,
  player: string,
): Promise<CompetitionScoreRow[]> {
  return db
    .selectFrom('event_scores')
    .selectAll()
    .where('player', '=', player)
    .where('slug', '=', slug)
    .execute()
}
