import type { PacksPage, PacksQuery } from '@stepledger/contracts/http/packs.ts'
import { packsOn } from '@stepledger/projections/catalogue/list-packs.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

/** A page of the list of packs. */
export const packsPage: Page<PacksQuery, PacksPage, PacksPage> = {
  async find({ generation }, query) {
    const { packs, total } = await packsOn(generation, query, fromPage(query))
    return { data: packs, meta: pageMetaOf(query, total), filters: { search: query.search } }
  },

  show: (answer) => ({ answer, tags: [] }),
}
