import {
  type BoardAtDay,
  type ChartReigns,
  getBoardAtDay,
  getChartReigns,
  getStandingsAtDay,
  maxReigns,
} from '@stepledger/contracts/http/boards.ts'
import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import { bestsAmong, ranksOf } from '@stepledger/projections/boards/reads.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import {
  boardAt,
  endOfDay,
  maxBoardChanges,
  reignsOf,
  TooManyChangesError,
} from '@stepledger/projections/records/board-history.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { isPastEnd } from '../../platform/http/paging.ts'
import { standingsAtPage } from '../competitions/standings-at-page.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import type { ServePage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { boardPaging, formatEntry } from './board-page.ts'

/** Serves the past of boards of charts and of standings. */
export function serveBoardHistory(servePage: ServePage): void {
  const ofChart = { about: ({ hash }: { hash: string }) => tag.chart(hash), missing: 'Chart not found' }
  servePage(getBoardAtDay, { page: boardAtPage, ...ofChart })
  servePage(getChartReigns, { page: reignsPage, ...ofChart })
  servePage(getStandingsAtDay, {
    page: standingsAtPage,
    slow: true,
    about: ({ slug }) => tag.event(slug),
    missing: 'Event or round not found',
  })
}

/** Who held the first place of a chart's board; null for a chart that is not listed. */
const reignsPage: Page<QuestionOf<typeof getChartReigns>, ChartReigns> = async (
  { generation },
  { hash, leaderboard: requested },
) => {
  if (!(await shownChart(generation, hash))) return null
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const { total, reigns } = await withinLimit(
    reignsOf(generation, { chart: hash, system }, { limit: maxReigns }),
  )
  return async ({ players: directory }) => {
    const ids = [...new Set(reigns.map(({ player }) => player))]
    const players = await directory.lookUp(ids)
    return {
      answer: {
        hash,
        leaderboard,
        total,
        reigns: reigns.map((reign) => ({
          user: nameOf(reign.player, players),
          since: isoOf(reign.since),
          until: reign.until === null ? null : isoOf(reign.until),
          playId: reign.playId,
          score: percentText(reign.hundredths),
          grade: reign.grade,
          firstScore: percentText(reign.hundredthsAtFirst),
        })),
      },
      tags: ids.map(tag.name),
    }
  }
}

/** A page of one board of a chart as it was at the end of a day; null for a chart that is not listed. */
const boardAtPage: Page<QuestionOf<typeof getBoardAtDay>, BoardAtDay> = async (
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
async function withinLimit<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof TooManyChangesError)) throw error
    const limit = maxBoardChanges.toLocaleString('en')
    throw new HttpError(422, `This board changed more than ${limit} times, too often to show its past.`)
  }
}
