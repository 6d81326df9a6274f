import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { participantsOf, rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import type { CompetitionCard } from './card.ts'

const leadersShown = 3

/** The card of a competition with the leaders of its first board, by slug; null for one that was not announced. */
export const competitionCard: Page<string, CompetitionCard> = async ({ generation }, slug) => {
  const row = await competitionBySlug(generation, slug)
  if (!row) return null
  const key = { slug, round: overall, board: 0 }
  const participants = await participantsOf(generation, key)
  const leaders = await rankedTotals(generation, key, { limit: leadersShown })
  return async ({ players }) => {
    const { document, closed } = row.state
    const { start, end } = timesOf(document)
    const names = await players.lookUp(leaders.map(({ player }) => player))
    return {
      answer: {
        kind: 'event',
        slug,
        name: document.name,
        start: isoOf(start),
        end: isoOf(end),
        rounds: document.rounds.length,
        final: closed !== null,
        players: participants,
        leaders: leaders.map(({ player, rank, points }) => ({
          rank,
          points,
          player: { id: player, alias: nameOf(player, names).alias },
        })),
      },
      tags: leaders.map(({ player }) => tag.name(player)),
    }
  }
}
