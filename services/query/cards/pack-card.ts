import {
  chartCountOfPack,
  packRowById,
  type ShownPack,
} from '@stepledger/projections/catalogue/list-packs.ts'
import type { Page } from '../page.ts'
import type { PackCard } from './card.ts'
import { cardBanner } from './card-banner.ts'

interface PackFound {
  readonly pack: ShownPack
  readonly charts: number
}

/** The card of a pack with its song and chart counts, by id; null for a pack that is not listed. */
export const packCard: Page<number, PackFound, PackCard> = {
  async find({ generation }, id) {
    const pack = await packRowById(generation, id)
    return pack && { pack, charts: await chartCountOfPack(generation, id) }
  },

  show({ pack: { id, name, banner, songs }, charts }) {
    return {
      answer: { kind: 'pack', pack: { id, name, banner: cardBanner(banner) }, songs, charts },
      tags: [],
    }
  },
}
