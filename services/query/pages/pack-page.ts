import { type PackPage, packRecentPlays } from '@stepledger/contracts/http/packs.ts'
import type { PackSummary } from '@stepledger/contracts/http/shapes/pack.ts'
import { chartsOfPack, packById } from '@stepledger/projections/catalogue/list-packs.ts'
import { lastPlaysOnCharts, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { tagsOfList } from './list-tags.ts'

interface Found {
  readonly pack: PackSummary
  readonly charts: readonly string[]
  readonly plays: readonly RecentPlayOf[]
}

/** A pack with the latest plays on its charts; null for a pack that is not listed. */
export const packPage: Page<number, Found, PackPage> = {
  async find({ generation }, id) {
    const pack = await packById(generation, id)
    if (!pack) return null
    const charts = await chartsOfPack(generation, id)
    return { pack, charts, plays: await lastPlaysOnCharts(generation, charts, packRecentPlays) }
  },

  async show({ pack, charts, plays }, { players }) {
    const recentPlays = await withNames(players, plays)
    return {
      answer: { ...pack, recentPlays },
      tags: [...charts.map(tag.chart), ...tagsOfList(recentPlays)],
    }
  },
}
