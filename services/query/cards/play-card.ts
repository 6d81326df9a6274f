import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import type { ChartRow } from '@stepledger/projections/catalogue/tables.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { scoresOf } from '../play-scores.ts'
import { readablePlay } from '../plays/readable-play.ts'
import { tag } from '../tags.ts'
import type { PlayCard } from './card.ts'
import { cardBanner } from './card-banner.ts'

interface PlayFound {
  readonly row: PlayRow
  readonly chart: ChartRow
  readonly generation: StoredGeneration
}

/** The card of a play, without its steps, by id; null for an unknown or withdrawn play. */
export const playCard: Page<number, PlayFound, PlayCard> = {
  async find({ generation }, id) {
    const row = await readablePlay(generation, id)
    if (!row) return null
    const chart = await chartByHash(generation, row.chart)
    return chart && { row, chart, generation }
  },

  async show({ row, chart: { hash, title, artist, meter, banner }, generation }, { players }) {
    const { alias } = nameOf(row.player, await players.lookUp([row.player]))
    const [reason] = row.reasons
    const scores = scoresOf(row, generation)
    return {
      answer: {
        kind: 'play',
        id: row.id,
        player: { id: row.player, alias },
        chart: { hash, title: titleOrUnknown(title), artist, meter, banner: cardBanner(banner) },
        board: scores[0]?.leaderboard ?? '',
        scores: scores.map(({ leaderboard, data: { score, grade } }) => ({
          leaderboard,
          data: { score, grade },
        })),
        onNoBoard: row.eligible || !reason ? null : reasonText(reason, generation.rules),
        playedAt: isoOf(row.played_at),
      },
      tags: [tag.play(row.id), tag.name(row.player), tag.title(row.chart)],
    }
  },
}
