import {
  type ChartLeaderboards,
  type getChartLeaderboards,
  leaderboardPageSize,
} from '@stepledger/contracts/http/charts.ts'
import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { BoardEntry } from '@stepledger/projections/boards/bests-and-boards.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isPastEnd } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'

/** One page of every board of a chart; null for a chart that is not listed. */
export const boardPage: Page<QuestionOf<typeof getChartLeaderboards>, ChartLeaderboards> = async (
  { generation, rankings },
  { hash, page },
) => {
  const { systems } = generation.rules
  const { total, boards: parts } = await rankings.read(generation, {
    chart: hash,
    systems: systems.map(({ id }) => id),
    from: (page - 1) * leaderboardPageSize,
    limit: leaderboardPageSize,
  })
  if (total === 0 && !(await shownChart(generation, hash))) return null
  const boards = systems.map(({ name, id }) => ({
    type: name,
    id,
    entries: parts.find(({ system }) => system === id)?.page ?? [],
  }))
  return async ({ players: directory }) => {
    const ids = [...new Set(boards.flatMap((board) => board.entries.map((entry) => entry.player)))]
    const players = await directory.lookUp(ids)
    const paging = boardPaging(page, total)
    const leaderboards = boards.map(({ type, id, entries }) => ({
      type,
      id,
      scores: entries.map((entry) => formatEntry(entry, players)),
      ...paging,
    }))
    return { answer: { hash, leaderboards }, tags: ids.map(tag.name), uncached: isPastEnd(paging) }
  }
}

/** The part of a leaderboard that is about its pages. */
export function boardPaging(page: number, total: number, perPage = leaderboardPageSize) {
  return { page, perPage, hasNext: page * perPage < total, total, totalPages: Math.ceil(total / perPage) }
}

export function formatEntry(entry: BoardEntry, players: ReadonlyMap<string, PublicPlayer>): LeaderboardEntry {
  const { id: userId, alias, profileImageUrl } = nameOf(entry.player, players)
  return {
    rank: entry.rank,
    score: percentText(entry.hundredths),
    grade: entry.grade,
    alias,
    userId,
    profileImageUrl,
    date: isoOf(entry.playedAt),
    playId: entry.playId,
  }
}
