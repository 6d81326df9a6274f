import type { ChartAround, OwnBest, OwnScores } from '@stepledger/contracts/http/game-reads.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardEntry } from '@stepledger/projections/boards/boards.ts'
import { ownBests } from '@stepledger/projections/boards/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { scoresOfPlays } from '@stepledger/projections/plays/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { panelCompetitions } from '../competitions/competitions-of-panel.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { scoresOf } from '../play-scores.ts'
import type { Rankings } from '../rankings.ts'

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
export const ownScores: Page<OwnScoresQuery, OwnScores> = async (
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
export function shownSystems(rules: Rules, ids: readonly number[]): readonly ShownSystem[] {
  const chosen = rules.systems.filter(({ id }) => ids.includes(id))
  return chosen.length > 0 ? chosen : rules.systems
}
