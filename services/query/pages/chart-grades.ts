import type { ChartGrades, getChartGrades } from '@stepledger/contracts/http/chart-effort.ts'
import { gradeSpreads } from '@stepledger/projections/boards/grade-spread.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { Page, QuestionOf } from '../page.ts'

/** The spread of grades on a chart's boards, by hash; null for a chart that is not listed. */
export const chartGradesPage: Page<QuestionOf<typeof getChartGrades>, ChartGrades> = async (
  { generation, rankings },
  { hash },
) => {
  const chart = await shownChart(generation, hash)
  if (!chart) return null
  const { systems } = generation.rules
  const ids = systems.map(({ id }) => id)
  const spreads = await gradeSpreads(generation, hash)
  const { total } = await rankings.read(generation, { chart: hash, systems: ids, from: 0, limit: 0 })
  const middle = Math.max(0, Math.ceil(total / 2) - 1)
  const { boards } = await rankings.read(generation, { chart: hash, systems: ids, from: middle, limit: 1 })
  const shown = systems.map(({ id, name }) => {
    const median = boards.find(({ system }) => system === id)?.page[0]
    return {
      leaderboard: name,
      median: median ? percentText(median.hundredths) : null,
      grades: [...(spreads.find(({ system }) => system === id)?.grades ?? [])],
    }
  })
  return () => ({ answer: { hash, players: total, plays: chart.plays, boards: shown }, tags: [] })
}
