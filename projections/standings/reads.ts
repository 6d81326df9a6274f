import type { GenerationDb } from '../read-database.ts'
import { overall } from './event-standings.ts'
import type { EventRow, EventScoreRow, EventTotalRow } from './tables.ts'

/** Every event that was ever announced, by slug. */
export async function allEvents({ db }: GenerationDb): Promise<EventRow[]> {
  return db.selectFrom('events').selectAll().orderBy('slug').execute()
}

/** An event by its slug, or null. */
export async function eventBySlug({ db }: GenerationDb, slug: string): Promise<EventRow | null> {
  return (await db.selectFrom('events').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null
}

export interface RankedTotal extends Pick<EventTotalRow, 'player' | 'points' | 'charts'> {
  /** Equal points share it. */
  readonly rank: number
}

/** A board of an event: `round` 0 for the whole of it; `board` by its number in the document. */
export interface EventBoardKey {
  readonly slug: string
  readonly round: number
  readonly board: number
}

/** Its places from `offset` + 1 on, best first. */
export async function rankedTotals(
  generation: GenerationDb,
  key: EventBoardKey,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<RankedTotal[]> {
  const rows = await ofBoard(generation, key)
    .select(['player', 'points', 'charts'])
    .orderBy('points', 'desc')
    .orderBy('player')
    .offset(offset)
    .limit(limit)
    .execute()
  const [first] = rows
  if (!first) return []
  let rank = 1 + (await playersAbove(generation, key, first.points))
  return rows.map((row, i) => {
    if (row.points !== rows[i - 1]?.points && i > 0) rank = offset + i + 1
    return { ...row, rank }
  })
}

export async function participantsOf(generation: GenerationDb, key: EventBoardKey): Promise<number> {
  const { players } = await ofBoard(generation, key)
    .select(({ fn }) => fn.countAll<number>().as('players'))
    .executeTakeFirstOrThrow()
  return players
}

export interface PlaceOfPlayer extends RankedTotal {
  readonly round: number
  readonly board: number
}

/** Where a player stands, on every board of every round that the player has a score in, and overall. */
export async function placesOf(
  generation: GenerationDb,
  slug: string,
  player: string,
): Promise<PlaceOfPlayer[]> {
  const totals = await generation.db
    .selectFrom('event_totals')
    .select(['round', 'board', 'player', 'points', 'charts'])
    .where('player', '=', player)
    .where('slug', '=', slug)
    .orderBy('round')
    .orderBy('board')
    .execute()
  const places: PlaceOfPlayer[] = []
  // One after the other: a snapshot has one connection.
  for (const total of totals)
    places.push({ ...total, rank: 1 + (await playersAbove(generation, { slug, ...total }, total.points)) })
  return places
}

/** The nearest one above these points on a board; of equal ones the last listed. Null at the top. */
export async function nextAbove(
  generation: GenerationDb,
  key: EventBoardKey,
  points: number,
): Promise<RankedTotal | null> {
  const next = await ofBoard(generation, key)
    .select(['player', 'points', 'charts'])
    .where('points', '>', points)
    .orderBy('points')
    .orderBy('player', 'desc')
    .limit(1)
    .executeTakeFirst()
  return next ? { ...next, rank: 1 + (await playersAbove(generation, key, next.points)) } : null
}

/** The points of these players at the end of each day of a round, or of the whole event, that was over when days were kept last. */
export async function dailyPointsOf(
  { db }: GenerationDb,
  { slug, round, board }: EventBoardKey,
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

/** Until when days of an event were kept, ms since 1970; 0 before the first one. */
export async function daysKeptUntil({ db }: GenerationDb, slug: string): Promise<number> {
  const kept = await db
    .selectFrom('event_days_kept')
    .select('until')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return kept?.until ?? 0
}

/** The rank of a player over the whole event on its first board; null for who takes no part. */
export async function overallRankOf(
  generation: GenerationDb,
  slug: string,
  player: string,
): Promise<number | null> {
  const places = await placesOf(generation, slug, player)
  return places.find(({ round, board }) => round === overall && board === 0)?.rank ?? null
}

/** What a player has on the charts of an event. */
export async function scoresOf({ db }: GenerationDb, slug: string, player: string): Promise<EventScoreRow[]> {
  return db
    .selectFrom('event_scores')
    .selectAll()
    .where('player', '=', player)
    .where('slug', '=', slug)
    .execute()
}

async function playersAbove(generation: GenerationDb, key: EventBoardKey, points: number): Promise<number> {
  const { players } = await ofBoard(generation, key)
    .where('points', '>', points)
    .select(({ fn }) => fn.countAll<number>().as('players'))
    .executeTakeFirstOrThrow()
  return players
}

function ofBoard({ db }: GenerationDb, { slug, round, board }: EventBoardKey) {
  return db
    .selectFrom('event_totals')
    .where('slug', '=', slug)
    .where('round', '=', round)
    .where('board', '=', board)
}
