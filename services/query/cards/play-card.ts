import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { scoresOf } from '../play-scores.ts'
import { readablePlay } from '../plays/readable-play.ts'
import { tag } from '../tags.ts'
import type { PlayCard } from './card.ts'
import { chartOfCard } from './chart-card.ts'

/** The card of a play, without its steps, by id; null for an unknown or withdrawn play. */
export const playCard: Page<number, PlayCard> = async ({ generation }, id) => {
  const row = await readablePlay(generation, id)
  const chart = row && (await chartByHash(generation, row.chart))
  if (!chart) return null
  return async ({ players }) => {
    const { alias } = nameOf(row.player, await players.lookUp([row.player]))
    const [reason] = row.reasons
    const scores = scoresOf(row, generation)
    return {
      answer: {
        kind: 'play',
        id,
        player: { id: row.player, alias },
        chart: chartOfCard(chart),
        board: scores[0]?.leaderboard ?? '',
        scores: scores.map(({ leaderboard, data: { score, grade } }) => ({
          leaderboard,
          data: { score, grade },
        })),
        onNoBoard: row.eligible || !reason ? null : reasonText(reason, generation.rules),
        playedAt: isoOf(row.played_at),
      },
      tags: [tag.play(id), tag.name(row.player), tag.title(row.chart)],
    }
  }
}
