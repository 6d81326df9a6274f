import {
  getPanel,
  type Panel,
  type PanelEntry,
  retrieveScores,
} from '@stepledger/contracts/http/game-reads.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { BoardEntry } from '@stepledger/projections/boards/boards.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { FastifyInstance } from 'fastify'
import { requestedPosition } from '../../platform/http/position.ts'
import { serve } from '../../platform/http/serve.ts'
import { awaitStandings } from '../competitions/await-standings.ts'
import { panelCompetitions } from '../competitions/competitions-of-panel.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { boardPaging } from '../pages/board-page.ts'
import type { ReadOwnPage } from '../read-page.ts'
import { chooseRows } from './choose-rows.ts'
import { ownScores, shownSystems } from './own-scores.ts'

export function serveGame(
  app: FastifyInstance,
  answer: ReadOwnPage,
  { preferredBoards, readModels }: Pick<QueryDeps, 'preferredBoards' | 'readModels'>,
): void {
  serve(app, getPanel, async ({ caller: { playerId: player }, params: { hash }, query, request, reply }) => {
    const question = { player, hash, preferred: await preferredBoards(player), ...query }
    // A request with a position follows a play: the competition standings must include that play.
    const settled = async (generation: StoredGeneration) => {
      if (requestedPosition(request) !== null)
        await awaitStandings(readModels, generation, { chart: hash, player })
    }
    return answer(request, reply, panel, question, settled)
  })
  serve(app, retrieveScores, async ({ caller: { playerId: player }, body, request, reply }) => {
    // The game client cannot send an empty list: in Lua it equals an absent one.
    const { chartHashes: charts, leaderboardIds: requested = [], around = false } = body
    const preferred = requested.length > 0 ? [] : await preferredBoards(player)
    const question = { player, charts: [...new Set(charts)], requested, preferred, around }
    return answer(request, reply, ownScores, question)
  })
}

interface PanelQuestion {
  readonly player: string
  readonly hash: string
  /** Ids of boards. */
  readonly preferred: readonly number[]
  readonly limit: number
}

/**
 * The boards of a chart for the in-game panel, in a constant number of queries: of each board the top rows, the rows
 * around the player, and one entry for each rival.
 */
const panel: Page<PanelQuestion, Panel> = async (
  { generation, rankings },
  { player, hash, preferred, limit },
) => {
  const systems = shownSystems(generation.rules, preferred)
  const rivals = new Set(await rivalIdsOf(generation, player))
  const answer = await rankings.read(generation, {
    chart: hash,
    systems: systems.map(({ id }) => id),
    from: 0,
    limit,
    near: { player, others: [...rivals], reach: limit },
  })
  const boards = systems.map(({ id, name }) => {
    const part = answer.boards.find(({ system }) => system === id)
    const rows = part
      ? chooseRows({ top: part.page, self: part.self, around: part.around, rivals: part.others }, limit)
      : []
    return { type: name, id, rows }
  })
  const competitions = await panelCompetitions(generation, { player, hash, systems }, Date.now())
  return async ({ players: directory }) => {
    const shown = new Set(boards.flatMap(({ rows }) => rows.map((row) => row.player)))
    const players = await directory.lookUp([...shown])
    const paging = boardPaging(1, answer.total, limit)
    const leaderboards = boards.map(({ type, id, rows }) => ({
      type,
      id,
      scores: rows.map((row) => ({
        ...formatRow(row, players),
        isSelf: row.player === player,
        isRival: rivals.has(row.player),
      })),
      ...paging,
    }))
    return { answer: { hash, leaderboards, events: competitions }, tags: [] }
  }
}

function formatRow(
  entry: BoardEntry,
  players: ReadonlyMap<string, PublicPlayer>,
): Omit<PanelEntry, 'isSelf' | 'isRival'> {
  return {
    rank: String(entry.rank),
    score: percentText(entry.hundredths),
    grade: entry.grade,
    alias: nameOf(entry.player, players).alias,
    userId: entry.player,
    date: isoOf(entry.playedAt),
    playId: entry.playId,
  }
}
