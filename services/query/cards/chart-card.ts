import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { Picture, PictureVariant } from '@stepledger/contracts/packs/picture.ts'
import { boardEntries, boardVersion } from '@stepledger/projections/boards/reads.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { ChartRow } from '@stepledger/projections/catalogue/tables.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import type { ChartCard } from './card.ts'

/** The card of a chart with the leaders of its boards, by hash; null for a chart that is not listed. */
export const chartCard: Page<string, ChartCard> = async ({ generation }, hash) => {
  const chart = await shownChart(generation, hash)
  if (!chart) return null
  const { systems } = generation.rules
  const board = { chart: hash, systems: systems.map(({ id }) => id) }
  const first = await boardEntries(generation, board, 0, 1)
  const leaders = systems.flatMap(
    ({ id, name }) => first.get(id)?.map((entry) => ({ leaderboard: name, entry })) ?? [],
  )
  const players = (await boardVersion(generation, hash))?.players ?? 0
  return async ({ players: directory }) => {
    const ids = [...new Set(leaders.map(({ entry }) => entry.player))]
    const names = await directory.lookUp(ids)
    return {
      answer: {
        kind: 'chart',
        chart: chartOfCard(chart),
        plays: chart.plays,
        players,
        leaders: leaders.map(({ leaderboard, entry }) => ({
          leaderboard,
          data: { score: percentText(entry.hundredths), grade: entry.grade },
          alias: nameOf(entry.player, names).alias,
        })),
      },
      tags: ids.map(tag.name),
    }
  }
}

export function chartOfCard({ hash, title, artist, meter, banner }: ChartRow): ChartCard['chart'] {
  return { hash, title: titleOrUnknown(title), artist, meter, banner: cardBanner(banner) }
}

/** The banner variant used for a card's picture: the largest, preferably WebP. Null without a banner. */
export function cardBanner(banner: Picture | null): PictureVariant | null {
  const variants = banner?.original ?? []
  return variants.find(({ format }) => format === 'webp') ?? variants[0] ?? null
}
