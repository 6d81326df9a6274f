import {
  type ChartEffort,
  effortRivals,
  maxRivalBests,
  maxTries,
} from '@stepledger/contracts/http/chart-effort.ts'
import { bestsAmong, byRank, type OwnBest } from '@stepledger/projections/boards/around.ts'
import { type Try, triesOn } from '@stepledger/projections/boards/tries.ts'
import { playsOnChart, rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly hash: string
  readonly leaderboard: string | undefined
}

interface Found {
  readonly hash: string
  readonly leaderboard: string
  readonly plays: number
  readonly tries: readonly Try[]
  readonly rivals: readonly string[]
  readonly bests: readonly Try[]
}

/** The caller's plays of a chart on one board, and how the nearest rivals got where they are. One index range each. */
export const chartEffortPage: Page<Question, Found, ChartEffort> = {
  async find({ generation }, { player, hash, leaderboard }) {
    const { id: system, name } = systemOfBoard(generation.rules, leaderboard)
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
    return { hash, leaderboard: name, plays, tries, rivals, bests }
  },

  async show({ hash, leaderboard, plays, tries, rivals, bests }, { players: directory }) {
    const players = await directory.lookUp(rivals)
    const [first] = tries
    return {
      answer: {
        hash,
        leaderboard,
        plays,
        before: first && first.earlier !== null ? percentText(first.earlier) : null,
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
  },
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
