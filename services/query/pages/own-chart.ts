import type { ChartPlaces, getChartPlaces } from '@stepledger/contracts/http/boards.ts'
import {
  type ChartEffort,
  effortRivals,
  type getChartEffort,
  maxRivalBests,
  maxTries,
} from '@stepledger/contracts/http/charts.ts'
import type { BoardEntry } from '@stepledger/projections/boards/bests-and-boards.ts'
import { type Try, triesOn } from '@stepledger/projections/boards/improvements.ts'
import { bestsAmong, byRank, type OwnBest } from '@stepledger/projections/boards/reads.ts'
import { playsOnChart, rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { formatEntry } from './board-page.ts'

/** The caller's plays of a chart on one board, and how the nearest rivals got where they are. One index range each. */
export const chartEffortPage: Page<OwnQuestionOf<typeof getChartEffort>, ChartEffort> = async (
  { generation },
  { player, hash, leaderboard: requested },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const plays = await playsOnChart(generation, player, hash)
  const tries = await triesOn(generation, { chart: hash, players: [player], system, limit: maxTries })
  const followed = await rivalIdsOf(generation, player)
  const onChart = followed.length === 0 ? [] : await bestsAmong(generation, hash, [player, ...followed])
  const rivals = nearestRivals(
    onChart.filter((best) => best.system === system),
    player,
  )
  const bests = await triesOn(generation, {
    chart: hash,
    players: rivals,
    system,
    limit: maxRivalBests,
    onlyBests: true,
  })
  return async ({ players: directory }) => {
    const players = await directory.lookUp(rivals)
    const earlier = tries[0]?.earlier ?? null
    return {
      answer: {
        hash,
        leaderboard,
        plays,
        before: earlier === null ? null : percentText(earlier),
        tries: tries.map((each) => ({
          playId: each.playId,
          at: isoOf(each.playedAt),
          score: percentText(each.hundredths),
          grade: each.grade,
          kind: kindOf(each),
        })),
        rivals: rivals.map((rival) => ({
          user: nameOf(rival, players),
          bests: bests
            .filter((best) => best.player === rival)
            .map(({ playedAt, hundredths }) => ({
              at: isoOf(playedAt),
              score: percentText(hundredths),
            })),
        })),
      },
      tags: [],
    }
  }
}

function kindOf({ counts, failed, earlier, hundredths }: Try): ChartEffort['tries'][number]['kind'] {
  if (failed) return 'failed'
  if (!counts) return 'unranked'
  return earlier === null || hundredths > earlier ? 'best' : 'other'
}

/** Of the bests on one board: the rival directly above the player and the one below, or else further ones. */
function nearestRivals(bests: readonly OwnBest[], player: string): string[] {
  const ranked = bests.toSorted(byRank).map((best) => best.player)
  const own = ranked.indexOf(player)
  const above = own < 0 ? [] : ranked.slice(0, own).toReversed()
  const below = own < 0 ? ranked : ranked.slice(own + 1)
  const nearest = [...above.slice(0, 1), ...below.slice(0, 1), ...above.slice(1), ...below.slice(1)]
  return nearest.slice(0, effortRivals)
}

/** Ranks of a player and the player's rivals on the boards of a chart, in a constant number of queries. */
export const chartPlacesPage: Page<OwnQuestionOf<typeof getChartPlaces>, ChartPlaces> = async (
  { generation, rankings },
  { player, hash },
) => {
  const { systems } = generation.rules
  const others = await rivalIdsOf(generation, player)
  const { total, boards: parts } = await rankings.read(generation, {
    chart: hash,
    systems: systems.map(({ id }) => id),
    from: 0,
    limit: 0,
    near: { player, others, reach: 1, all: true },
  })
  const boards = systems.map(({ id, name }) => {
    const part = parts.find(({ system }) => system === id)
    const own = part?.self ?? null
    const next = part?.around.find(({ rank }) => own !== null && rank === own.rank - 1) ?? null
    return { leaderboard: name, id, own, next, rivals: part?.others ?? [] }
  })
  return async ({ players: directory }) => {
    const shown = boards.flatMap(({ own, next, rivals }) => [own, next, ...rivals])
    const players = await directory.lookUp([...new Set(shown.flatMap((entry) => entry?.player ?? []))])
    const entryOf = (entry: BoardEntry) => formatEntry(entry, players)
    const places = boards.map(({ own, next, rivals, ...board }) => ({
      ...board,
      total,
      own: own && entryOf(own),
      next: next && entryOf(next),
      rivals: rivals.map(entryOf),
    }))
    return { answer: { hash, places }, tags: [] }
  }
}
