import { type ChartPage, chartRecentPlays, type getChart } from '@stepledger/contracts/http/charts.ts'
import { mediaPath } from '@stepledger/projections/catalogue/banner.ts'
import { simfilesOfChart } from '@stepledger/projections/catalogue/list-packs.ts'
import { chartSummaryOf, shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { lastPlays } from '@stepledger/projections/catalogue/recent-plays.ts'
import { isoOf } from '../iso-of.ts'
import { tagsOfList, withNames } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'

/** A chart with its recent plays, by hash; null for a chart that is not listed. */
export const chartPage: Page<QuestionOf<typeof getChart>, ChartPage> = async ({ generation }, { hash }) => {
  const chart = await shownChart(generation, hash)
  if (!chart) return null
  const simfiles = await simfilesOfChart(generation, hash)
  const plays = await lastPlays(generation, { chart: hash }, chartRecentPlays)
  return async ({ players }) => {
    const recentPlays = await withNames(players, plays)
    const { facts } = chart
    return {
      answer: {
        ...chartSummaryOf(chart),
        songName: chart.title,
        rating: chart.meter,
        length: chart.length,
        stepartist: chart.stepartist || null,
        description: chart.description || null,
        chartName: chart.chart_name || null,
        credit: chart.credit || null,
        chartBpms: facts?.displayBpm ?? null,
        radarValues: facts && { ...facts.counts, ...facts.radar },
        nps: (facts?.nps ?? []).map(([x, y]) => ({ x, y })),
        peakNps: facts?.peakNps ?? null,
        stream: facts?.streams[0]?.brief ?? null,
        stepsUrl: facts?.steps ? mediaPath({ sha256: facts.steps }) : null,
        simfiles,
        plays: chart.plays,
        createdAt: isoOf(chart.known_at),
        updatedAt: isoOf(chart.described_at ?? chart.known_at),
        recentPlays,
      },
      tags: tagsOfList(recentPlays),
    }
  }
}
