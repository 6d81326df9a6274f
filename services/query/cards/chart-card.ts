import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { type BoardEntry, boardEntries, boardVersion } from '@stepledger/projections/boards/reads.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { ChartRow } from '@stepledger/projections/catalogue/tables.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import type { ChartCard } from './card.ts'
import { cardBanner } from './card-banner.ts'

interface ChartFound {
  readonly chart: ChartRow
  /** Number of players on each board. */
  readonly players: number
  /** The first entry of each non-empty board. */
  readonly leaders: readonly { readonly leaderboard: string; readonly entry: BoardEntry }[]
}

/** The card of a chart with the leaders of its boards, by hash; null for a chart that is not listed. */
export const chartCard: Page<string, ChartFound, ChartCard> = {
  async find({ generation }, hash) {
    const chart = await shownChart(generation, hash)
    if (!chart) return null
    const { systems } = generation.rules
    const board = { chart: hash, systems: systems.map(({ id }) => id) }
    const first = await boardEntries(generation, board, 0, 1)
    return {
      chart,
      players: (await boardVersion(generation, hash))?.players ?? 0,
      leaders: systems.flatMap(
        ({ id, name }) => first.get(id)?.map((entry) => ({ leaderboard: name, entry })) ?? [],
      ),
    }
  },

  async show(
    { chart: { hash, title, artist, meter, banner, plays }, players, leaders },
    { players: directory },
  ) {
    const ids = [...new Set(leaders.map(({ entry }) => entry.player))]
    const names = await directory.lookUp(ids)
    return {
      answer: {
        kind: 'chart',
        chart: { hash, title: titleOrUnknown(title), artist, meter, banner: cardBanner(banner) },
        plays,
        players,
        leaders: leaders.map(({ leaderboard, entry }) => ({
          leaderboard,
          data: { score: percentText(entry.hundredths), grade: entry.grade },
          alias: nameOf(entry.player, names).alias,
        })),
      },
      tags: ids.map(tag.name),
    }
  },
}
