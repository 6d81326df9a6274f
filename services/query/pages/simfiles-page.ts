import type { SimfilesPage, SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

/** A page of the songs of all packs, or of one. */
export const simfilesPage: Page<SimfilesQuery, SimfilesPage, SimfilesPage> = {
  async find({ generation }, query) {
    const { simfiles, total } = await simfilesOn(generation, query, fromPage(query))
    const { search, packId } = query
    return { data: simfiles, meta: pageMetaOf(query, total), filters: { search, packId } }
  },

  show: (answer) => ({ answer, tags: [] }),
}
