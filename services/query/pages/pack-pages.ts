import {
  type getPack,
  type PackPage,
  type PacksPage,
  type PacksQuery,
  packRecentPlays,
  type SimfilesPage,
  type SimfilesQuery,
} from '@stepledger/contracts/http/packs.ts'
import { chartsOfPack, packById, packsOn, simfilesOn } from '@stepledger/projections/catalogue/list-packs.ts'
import { lastPlaysOnCharts } from '@stepledger/projections/catalogue/recent-plays.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
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

export const packsPage: Page<PacksQuery, PacksPage> = async ({ generation }, query) => {
  const { packs, total } = await packsOn(generation, query, fromPage(query))
  const answer = { data: packs, meta: pageMetaOf(query, total), filters: { search: query.search } }
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}

/** A page of the songs of all packs, or of one. */
export const simfilesPage: Page<SimfilesQuery, SimfilesPage> = async ({ generation }, query) => {
  const { simfiles, total } = await simfilesOn(generation, query, fromPage(query))
  const { search, packId } = query
  const answer = { data: simfiles, meta: pageMetaOf(query, total), filters: { search, packId } }
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}
