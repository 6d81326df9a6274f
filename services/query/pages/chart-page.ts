import { type ChartPage, chartRecentPlays } from '@stepledger/contracts/http/charts.ts'
import { chartByHash, chartSummaryOf } from '@stepledger/projections/catalogue/reads.ts'
import type { ChartRow } from '@stepledger/projections/catalogue/tables.ts'
import { lastPlays, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tagsOfList } from './list-tags.ts'

/** A chart with its recent plays, by its hash; none for one that nobody has named yet. */
export const chartPage: Page<string, { chart: ChartRow; plays: RecentPlayOf[] }, ChartPage> = {
  async find({ generation }, hash) {
    const chart = await chartByHash(generation, hash)
    return chart && { chart, plays: await lastPlays(generation, { chart: hash }, chartRecentPlays) }
  },

  async show({ chart, plays }, { players }) {
    const recentPlays = await withNames(players, plays)
    const knownSince = new Date(chart.first_at).toISOString()
    return {
      answer: {
        ...chartSummaryOf(chart),
        songName: chart.title,
        length: chart.length,
        stepartist: chart.stepartist || null,
        description: chart.description || null,
        chartName: null,
        credit: null,
        chartBpms: null,
        radarValues: null,
        simfiles: [],
        plays: chart.plays,
        createdAt: knownSince,
        updatedAt: knownSince,
        recentPlays,
      },
      tags: tagsOfList(recentPlays),
    }
  },
}
