import type { SimfilesPage, SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { simfileListQueryOf, simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { CachedList } from '../lists/cached-list.ts'
import type { Page } from '../page.ts'

/** A page of the songs of all packs, or of one. */
export function simfilesPage(songs: CachedList<number>): Page<SimfilesQuery, SimfilesPage> {
  return async ({ generation }, query) => {
    const page = fromPage(query)
    const listQuery = simfileListQueryOf(query, page)
    const cached = listQuery && (await songs.find(generation, listQuery))
    const { simfiles, total } = await simfilesOn(generation, query, page, cached)
    const { search, packId } = query
    const answer = { data: simfiles, meta: pageMetaOf(query, total), filters: { search, packId } }
    return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
  }
}
