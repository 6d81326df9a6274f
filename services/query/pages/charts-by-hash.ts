import type { listChartsByHash } from '@stepledger/contracts/http/charts.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import type { z } from 'zod'
import type { OwnQuestionOf, Page } from '../page.ts'

/** Charts that an organiser has chosen by their hashes. */
export const chartsByHashPage: Page<
  OwnQuestionOf<typeof listChartsByHash>,
  z.input<typeof listChartsByHash.answer>
> = async ({ generation }, { charts: hashes }) => {
  const found = await competitionChartsOf(generation, hashes)
  const charts = [...found.values()].map(({ credit: _, ...chart }) => chart)
  return () => ({ answer: { charts }, tags: [] })
}
