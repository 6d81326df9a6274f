import type { PacksPage, PacksQuery } from '@stepledger/contracts/http/packs.ts'
import { packsOn } from '@stepledger/projections/catalogue/list-packs.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

export const packsPage: Page<PacksQuery, PacksPage> = async ({ generation }, query) => {
  const { packs, total } = await packsOn(generation, query, fromPage(query))
  const answer = { data: packs, meta: pageMetaOf(query, total), filters: { search: query.search } }
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}
