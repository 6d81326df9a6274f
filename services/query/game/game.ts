import {
  type ChartAround,
  getPanel,
  type OwnBest,
  type OwnScores,
  type Panel,
  type PanelEntry,
  retrieveScores,
} from '@stepledger/contracts/http/game-reads.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardEntry } from '@stepledger/projections/boards/bests-and-boards.ts'
import { ownBests } from '@stepledger/projections/boards/reads.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { scoresOfPlays } from '@stepledger/projections/plays/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
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
import { scoresOf } from '../play-scores.ts'
import type { Rankings } from '../rankings.ts'
import type { ReadOwnPage } from '../read-page.ts'
import { chooseRows } from './choose-rows.ts'

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

interface OwnScoresQuery {
  readonly player: string
  readonly charts: readonly string[]
  /** Ids of boards; without any, the preferred ones. */
  readonly requested: readonly number[]
  readonly preferred: readonly number[]
  /** Whether to include ranks, rivals and competitions. */
  readonly around: boolean
}

/**
 * The bests of a player on these charts and boards, in two queries: one index lookup for each chart and each play. Their
 * surroundings are only read on request.
 */
const ownScores: Page<OwnScoresQuery, OwnScores> = async (
  { generation, rankings },
  { player, charts, requested, preferred, around: isAroundRequested },
) => {
  const { rules } = generation
  const systems =
    requested.length > 0
      ? rules.systems.filter(({ id }) => requested.includes(id))
      : shownSystems(rules, preferred)
  const ids = systems.map(({ id }) => id)
  const bests = await ownBests(generation, player, charts, ids)
  const plays = await scoresOfPlays(generation, [...new Set(bests.map((best) => best.play_id))])
  const earned = new Map(
    plays.map((play) => [play.id, { date: isoOf(play.played_at), scores: scoresOf(play, generation) }]),
  )
  const scores: OwnScores['scores'] = {}
  for (const { chart, system, play_id: playId } of bests) {
    const play = earned.get(playId)
    const data = play?.scores.find(({ id }) => id === system)?.data
    if (!play || !data) continue
    const { score, grade, judgments, radar } = data
    const shown: OwnBest = { score, grade, judgments, radar, date: play.date, playId }
    scores[chart] = { ...scores[chart], [system]: shown }
  }
  if (!isAroundRequested) return () => ({ answer: { scores }, tags: [] })
  const around = await chartsAround(generation, rankings, { player, charts, systems })
  return async ({ players: directory }) => {
    const rivals = around.flatMap(({ boards }) =>
      boards.flatMap(({ rival }) => (rival ? [rival.player] : [])),
    )
    const players = await directory.lookUp([...new Set(rivals)])
    const shown = around.map(({ chart, boards, events: competitions }) => {
      const withNames = boards.map(({ rival, ...board }) => ({
        ...board,
        rival: rival && {
          alias: nameOf(rival.player, players).alias,
          score: percentText(rival.hundredths),
          rank: rival.rank,
        },
      }))
      return [chart, { boards: withNames, events: competitions }] as const
    })
    return { answer: { scores, around: Object.fromEntries(shown) }, tags: [] }
  }
}

interface ChartsAroundQuery {
  readonly player: string
  readonly charts: readonly string[]
  readonly systems: readonly ShownSystem[]
}

type Board = ChartAround['boards'][number]

interface ChartAroundFound {
  readonly chart: string
  readonly boards: readonly (Omit<Board, 'rival'> & { readonly rival: BoardEntry | null })[]
  readonly events: ChartAround['events']
}

/**
 * The ranks of a player on these charts, the best rival, and the competitions that contain them. Each board is read by
 * index: the entry of the player, and one for each rival.
 */
async function chartsAround(
  generation: GenerationDb,
  rankings: Rankings,
  { player, charts, systems }: ChartsAroundQuery,
): Promise<ChartAroundFound[]> {
  const rivals = await rivalIdsOf(generation, player)
  const found: ChartAroundFound[] = []
  for (const chart of charts) {
    const answer = await rankings.read(generation, {
      chart,
      systems: systems.map(({ id }) => id),
      from: 0,
      limit: 1,
      near: { player, others: rivals, reach: 1 },
    })
    const boards = systems.map(({ id, name }) => {
      const part = answer.boards.find(({ system }) => system === id)
      return {
        type: name,
        id,
        total: answer.total,
        rank: part?.self?.rank ?? null,
        rival: part?.others[0] ?? null,
      }
    })
    found.push({
      chart,
      boards,
      events: await panelCompetitions(generation, { player, hash: chart, systems }, Date.now()),
    })
  }
  return found
}

/** A scoring system of the rules, shown as a board. */
type ShownSystem = Rules['systems'][number]

/** The systems with these ids, in the order of the rules; all systems when no id is known. */
function shownSystems(rules: Rules, ids: readonly number[]): readonly ShownSystem[] {
  const chosen = rules.systems.filter(({ id }) => ids.includes(id))
  return chosen.length > 0 ? chosen : rules.systems
}
