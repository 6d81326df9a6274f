import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import {
  comparedBests,
  comparedRivals,
  type getSuggestions,
  type NextGrade,
  type Suggestions,
  suggestedCharts,
} from '@stepledger/contracts/http/suggestions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules, ScoringSystem } from '@stepledger/contracts/rules/rules.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayTimes } from '@stepledger/projections/plays/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { gradeLadders } from '@stepledger/projections/scoring/grades.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import {
  gradeAbove,
  type LatestBest,
  latestBests,
  levelOf,
  rivalsAbove,
  unplayedCharts,
} from '@stepledger/projections/suggestions/suggestions.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** The number of latest bests that give the player's level. */
const bestsOfLevel = 30

export const suggestionsPage: Page<OwnQuestionOf<typeof getSuggestions>, Suggestions> = async (
  { generation },
  { player, leaderboard },
) => {
  const system = systemOfBoard(generation.rules, leaderboard)
  const bests = await latestBests(generation, player, system.id, comparedBests)
  const recent = bests.slice(0, bestsOfLevel)
  const level = await levelOf(
    generation,
    recent.map(({ chart }) => chart),
  )
  const unplayed = level ? await unplayedCharts(generation, player, level, suggestedCharts) : []
  const above = await rivalsAbove(generation, {
    player,
    rivals: await lastToPlay(generation, player),
    system: system.id,
    bests: comparedBests,
    limit: suggestedCharts,
  })
  const grades = closestGrades(generation.rules, system, bests, suggestedCharts)
  const withSummary = await summaryJoin(generation, [...unplayed, ...above, ...grades])
  return async ({ players: directory }) => {
    const players = await directory.lookUp(above.map(({ rival }) => rival))
    return {
      answer: {
        leaderboard: system.name,
        meter: level?.meter ?? null,
        unplayed: unplayed.flatMap(withSummary),
        grades: grades.flatMap(withSummary),
        rivals: above.flatMap((row) =>
          withSummary({
            chart: row.chart,
            playId: row.playId,
            score: percentText(row.hundredths),
            theirs: percentText(row.rivalHundredths),
            theirPlayId: row.rivalPlayId,
            points: percentText(row.rivalHundredths - row.hundredths),
            user: nameOf(row.rival, players),
          }),
        ),
      },
      tags: [],
    }
  }
}

interface OfChart {
  readonly chart: string
}

/** Returns a function that replaces a row's hash by the summary of the chart; without one, the row is left out. */
async function summaryJoin(generation: GenerationDb, rows: readonly OfChart[]) {
  const summaries = await summariesOf(generation, [...new Set(rows.map(({ chart }) => chart))])
  return <Row extends OfChart>(row: Row): (Omit<Row, 'chart'> & { chart: ChartSummary })[] => {
    const chart = summaries.get(row.chart)
    return chart ? [{ ...row, chart }] : []
  }
}

async function lastToPlay(generation: GenerationDb, player: string): Promise<string[]> {
  const rivals = await rivalIdsOf(generation, player)
  const times = [...(await lastPlayTimes(generation, rivals))]
  return times
    .sort(([, a], [, b]) => b - a)
    .slice(0, comparedRivals)
    .map(([rival]) => rival)
}

/** The closest first. */
function closestGrades(
  rules: Rules,
  system: ScoringSystem,
  bests: readonly LatestBest[],
  limit: number,
): (Omit<NextGrade, 'chart'> & { readonly chart: string })[] {
  const index = rules.systems.findIndex(({ id }) => id === system.id)
  const ladder = itemAt(gradeLadders(rules), index)
  return bests
    .flatMap((best) => {
      const above = gradeAbove(ladder, best.grade, best.hundredths)
      return above ? [{ best, above }] : []
    })
    .sort((a, b) => a.above.missing - b.above.missing)
    .slice(0, limit)
    .map(({ best, above }) => ({
      chart: best.chart,
      playId: best.playId,
      score: percentText(itemAt(best.hundredths, index)),
      grade: best.grade,
      next: above.grade,
      leaderboard: itemAt(rules.systems, above.system).name,
      points: percentText(above.missing),
    }))
}
