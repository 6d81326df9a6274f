import type { BoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import { bestsAmong, ranksOf } from '@stepledger/projections/boards/around.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { type BoardAt, boardAt } from '@stepledger/projections/records/board-at.ts'
import { endOfDay } from '@stepledger/projections/records/end-of-day.ts'
import { expectFeature } from '../expect-feature.ts'
import type { Page } from '../page.ts'
import { boardPaging, formatEntry } from '../pages/board-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { withinLimit } from './within-limit.ts'

interface Question {
  readonly hash: string
  /** As in 2026-03-01. */
  readonly day: string
  readonly leaderboard?: string | undefined
  /** From 1. */
  readonly page: number
}

interface Found extends Question {
  readonly system: { readonly id: number; readonly name: BoardAtDay['type'] }
  readonly board: BoardAt
  /** The present ranks of the entries' players. */
  readonly ranksNow: ReadonlyMap<string, number>
}

/** A page of one board of a chart as it was at the end of a day; null for a chart that is not listed. */
export const boardAtPage: Page<Question, Found, BoardAtDay> = {
  async find({ generation }, question) {
    expectFeature(generation, 'records')
    const { hash, day, page } = question
    if (!(await shownChart(generation, hash))) return null
    const { id, name } = systemOfBoard(generation.rules, question.leaderboard)
    const board = await withinLimit(
      boardAt(
        generation,
        { chart: hash, system: id, until: endOfDay(day) },
        { from: (page - 1) * leaderboardPageSize, limit: leaderboardPageSize },
      ),
    )
    return { ...question, system: { id, name }, board, ranksNow: await ranksNow(generation, hash, id, board) }
  },

  async show({ hash, day, page, system, board, ranksNow: now }, { players: directory }) {
    const ids = board.entries.map(({ player }) => player)
    const players = await directory.lookUp(ids)
    return {
      answer: {
        hash,
        day,
        type: system.name,
        id: system.id,
        scores: board.entries.map((entry) => ({
          ...formatEntry(entry, players),
          rankNow: now.get(entry.player) ?? null,
        })),
        ...boardPaging(page, board.total),
      },
      tags: ids.map(tag.name),
    }
  },
}

async function ranksNow(
  generation: GenerationDb,
  hash: string,
  system: number,
  { entries }: BoardAt,
): Promise<Map<string, number>> {
  if (entries.length === 0) return new Map()
  const bests = await bestsAmong(
    generation,
    hash,
    entries.map(({ player }) => player),
  )
  const onBoard = bests.filter((best) => best.system === system)
  const ranks = await ranksOf(generation, hash, onBoard)
  return new Map(onBoard.map(({ player }, i) => [player, ranks[i] ?? 0]))
}
