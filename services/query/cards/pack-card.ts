import { chartCountOfPack, packRowById } from '@stepledger/projections/catalogue/list-packs.ts'
import type { Page } from '../page.ts'
import type { PackCard } from './card.ts'
import { cardBanner } from './chart-card.ts'

/** The card of a pack with its song and chart counts, by id; null for a pack that is not listed. */
export const packCard: Page<number, PackCard> = async ({ generation }, id) => {
  const pack = await packRowById(generation, id)
  if (!pack) return null
  const { name, banner, songs } = pack
  const charts = await chartCountOfPack(generation, id)
  return () => ({
    answer: { kind: 'pack', pack: { id, name, banner: cardBanner(banner) }, songs, charts },
    tags: [],
  })
}
