import type { SimfilesPage, SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

/** A page of the songs of all packs, or of one. */
export const simfilesPage: Page<SimfilesQuery, SimfilesPage> = async ({ generation }, query) => {
  const { simfiles, total } = await simfilesOn(generation, query, fromPage(query))
  const { search, packId } = query
  const answer = { data: simfiles, meta: pageMetaOf(query, total), filters: { search, packId } }
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}
