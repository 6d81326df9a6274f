import type { BoardAtDay, getBoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import { bestsAmong, ranksOf } from '@stepledger/projections/boards/around.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { boardAt, endOfDay } from '@stepledger/projections/records/board-at.ts'
import { maxBoardChanges, TooManyChangesError } from '@stepledger/projections/records/changes-of-board.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { isPastEnd } from '../../platform/http/paging.ts'
import type { Page, QuestionOf } from '../page.ts'
import { boardPaging, formatEntry } from '../pages/board-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

/** A page of one board of a chart as it was at the end of a day; null for a chart that is not listed. */
export const boardAtPage: Page<QuestionOf<typeof getBoardAtDay>, BoardAtDay> = async (
  { generation },
  { hash, day, page, leaderboard },
) => {
  if (!(await shownChart(generation, hash))) return null
  const { id, name: type } = systemOfBoard(generation.rules, leaderboard)
  const { entries, total } = await withinLimit(
    boardAt(
      generation,
      { chart: hash, system: id, until: endOfDay(day) },
      { from: (page - 1) * leaderboardPageSize, limit: leaderboardPageSize },
    ),
  )
  const ids = entries.map(({ player }) => player)
  const now = await ranksNow(generation, hash, id, ids)
  return async ({ players: directory }) => {
    const players = await directory.lookUp(ids)
    const scores = entries.map((entry) => ({
      ...formatEntry(entry, players),
      rankNow: now.get(entry.player) ?? null,
    }))
    const paging = boardPaging(page, total)
    return {
      answer: { hash, day, type, id, scores, ...paging },
      tags: ids.map(tag.name),
      uncached: isPastEnd(paging),
    }
  }
}

async function ranksNow(
  generation: GenerationDb,
  hash: string,
  system: number,
  players: readonly string[],
): Promise<Map<string, number>> {
  if (players.length === 0) return new Map()
  const bests = await bestsAmong(generation, hash, players)
  const onBoard = bests.filter((best) => best.system === system)
  const ranks = await ranksOf(generation, hash, onBoard)
  return new Map(onBoard.map(({ player }, i) => [player, ranks[i] ?? 0]))
}

/** Awaits a read of a board's past. Throws HttpError 422 if the board changed too often. */
export async function withinLimit<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof TooManyChangesError)) throw error
    const limit = maxBoardChanges.toLocaleString('en')
    throw new HttpError(422, `This board changed more than ${limit} times, too often to show its past.`)
  }
}
