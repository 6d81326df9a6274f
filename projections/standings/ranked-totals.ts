import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { GenerationDb } from '../read-database.ts'
import { overall } from './competition-standings.ts'
import { blockSize } from './ranking.ts'
import type { CompetitionTotalRow } from './tables.ts'

export interface RankedTotal extends Pick<CompetitionTotalRow, 'player' | 'points' | 'charts'> {
  /** Players with equal points share a rank. */
  readonly rank: number
}

/** A board of a competition: `round` 0 for the whole of it; `board` by its number in the document. */
export interface CompetitionBoardKey {
  readonly slug: string
  readonly round: number
  readonly board: number
}

/** Returns the places from `offset` + 1 on, best first. */
export async function rankedTotals(
  generation: GenerationDb,
  key: CompetitionBoardKey,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<RankedTotal[]> {
  const from = Math.floor(offset / blockSize)
  const blocks = await ofBoard(generation, key)
    .select(['players', 'points', 'charts'])
    .where('block', '>=', from)
    .where('block', '<=', Math.floor((offset + limit - 1) / blockSize))
    .orderBy('block')
    .execute()
  const rows = blocks
    .flatMap(({ players, points, charts }) =>
      players.map((player, i) => ({ player, points: itemAt(points, i), charts: itemAt(charts, i) })),
    )
    .slice(offset - from * blockSize, offset - from * blockSize + limit)
  const [first] = rows
  if (!first) return []
  let rank = 1 + (await playersAbove(generation, key, first.points))
  return rows.map((row, i) => {
    if (row.points !== rows[i - 1]?.points && i > 0) rank = offset + i + 1
    return { ...row, rank }
  })
}

export async function participantsOf(generation: GenerationDb, key: CompetitionBoardKey): Promise<number> {
  const last = await ofBoard(generation, key)
    .select(['block', 'players'])
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? last.block * blockSize + last.players.length : 0
}

export interface PlaceOfPlayer extends RankedTotal {
  readonly round: number
  readonly board: number
}

/** Returns the places of a player on every board of every round with a score, and overall. */
export async function competitionPlacesOf(
  generation: GenerationDb,
  slug: string,
  player: string,
): Promise<PlaceOfPlayer[]> {
  const sums = await generation.db
    .selectFrom('event_sums')
    .select(['points', 'charts'])
    .where('player', '=', player)
    .where('slug', '=', slug)
    .executeTakeFirst()
  const totals = (sums?.charts ?? []).flatMap((boards, round) =>
    boards.flatMap((charts, board) =>
      charts > 0
        ? [{ round, board, player, points: itemAt(itemAt(sums?.points ?? [], round), board), charts }]
        : [],
    ),
  )
  const places: PlaceOfPlayer[] = []
  // Sequential, because a snapshot has one connection.
  for (const total of totals)
    places.push({ ...total, rank: 1 + (await playersAbove(generation, { slug, ...total }, total.points)) })
  return places
}

/** Returns the nearest place above these points on a board; of equal ones the last listed. Null at the top. */
export async function nextAbove(
  generation: GenerationDb,
  key: CompetitionBoardKey,
  points: number,
): Promise<RankedTotal | null> {
  const above = await playersAbove(generation, key, points)
  if (above === 0) return null
  const [next] = await rankedTotals(generation, key, { limit: 1, offset: above - 1 })
  return next ?? null
}

/** Returns the overall place of a player on a board; null without a score. */
export async function overallPlaceOf(
  generation: GenerationDb,
  { slug, board }: Omit<CompetitionBoardKey, 'round'>,
  player: string,
): Promise<RankedTotal | null> {
  const sums = await generation.db
    .selectFrom('event_sums')
    .select(['points', 'charts'])
    .where('player', '=', player)
    .where('slug', '=', slug)
    .executeTakeFirst()
  const charts = sums?.charts[overall]?.[board] ?? 0
  if (charts === 0) return null
  const points = sums?.points[overall]?.[board] ?? 0
  const rank = 1 + (await playersAbove(generation, { slug, round: overall, board }, points))
  return { player, points, charts, rank }
}

async function playersAbove(
  generation: GenerationDb,
  key: CompetitionBoardKey,
  points: number,
): Promise<number> {
  const block = await ofBoard(generation, key)
    .select(['block', 'points'])
    .where('lowest', '<=', points)
    .orderBy('block')
    .limit(1)
    .executeTakeFirst()
  if (!block) return participantsOf(generation, key)
  return block.block * blockSize + block.points.findIndex((each) => each <= points)
}

function ofBoard({ db }: GenerationDb, { slug, round, board }: CompetitionBoardKey) {
  return db
    .selectFrom('event_rankings')
    .where('slug', '=', slug)
    .where('round', '=', round)
    .where('board', '=', board)
}
