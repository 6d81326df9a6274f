import {
  type ChartPage,
  type ChartsPage,
  type ChartsQuery,
  chartRecentPlays,
  type getChart,
  type listChartsByHash,
} from '@stepledger/contracts/http/charts.ts'
import { mediaPath } from '@stepledger/projections/catalogue/banner.ts'
import { chartsOn, type OwnFilter } from '@stepledger/projections/catalogue/list-charts.ts'
import { packById, simfilesOfChart } from '@stepledger/projections/catalogue/list-packs.ts'
import { chartSummaryOf, shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { lastPlays } from '@stepledger/projections/catalogue/recent-plays.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import type { z } from 'zod'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { tagsOfList, withNames } from '../names.ts'
import type { OwnQuestionOf, Page, QuestionOf } from '../page.ts'

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

export const chartsPage: Page<ChartsQuery, ChartsPage> = async ({ generation }, query) => {
  const answer = await chartList(generation, query)
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}

/** `own`: filters by the plays of a player. */
export async function chartList(
  generation: GenerationDb,
  query: ChartsQuery,
  own: OwnFilter | null = null,
): Promise<ChartsPage> {
  const { charts, total } = await chartsOn(generation, query, fromPage(query), own)
  const { search, artist, stepartist, stepsType, difficulty, minMeter, maxMeter, packId } = query
  const pack = packId === undefined ? null : await packById(generation, packId)
  return {
    data: charts,
    meta: pageMetaOf(query, total),
    filters: {
      search,
      artist,
      stepartist,
      stepsType,
      difficulty,
      minMeter,
      maxMeter,
      packId,
      packName: pack?.name,
    },
  }
}

/** Charts that an organiser has chosen by their hashes. */
export const chartsByHashPage: Page<
  OwnQuestionOf<typeof listChartsByHash>,
  z.input<typeof listChartsByHash.answer>
> = async ({ generation }, { charts: hashes }) => {
  const found = await competitionChartsOf(generation, hashes)
  const charts = [...found.values()].map(({ credit: _, ...chart }) => chart)
  return () => ({ answer: { charts }, tags: [] })
}
