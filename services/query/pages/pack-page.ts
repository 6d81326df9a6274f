import { type getPack, type PackPage, packRecentPlays } from '@stepledger/contracts/http/packs.ts'
import { chartsOfPack, packById } from '@stepledger/projections/catalogue/list-packs.ts'
import { lastPlaysOnCharts } from '@stepledger/projections/catalogue/recent-plays.ts'
import { tagsOfList, withNames } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'

/** A pack with the latest plays on its charts; null for a pack that is not listed. */
export const packPage: Page<QuestionOf<typeof getPack>, PackPage> = async ({ generation }, { id }) => {
  const pack = await packById(generation, id)
  if (!pack) return null
  const charts = await chartsOfPack(generation, id)
  const plays = await lastPlaysOnCharts(generation, charts, packRecentPlays)
  return async ({ players }) => {
    const recentPlays = await withNames(players, plays)
    return {
      answer: { ...pack, recentPlays },
      tags: [...charts.map(tag.chart), ...tagsOfList(recentPlays)],
    }
  }
}
