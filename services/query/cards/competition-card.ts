import { timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import {
  participantsOf,
  type RankedTotal,
  rankedTotals,
} from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import type { CompetitionCard } from './card.ts'

const leadersShown = 3

interface CompetitionFound {
  readonly row: CompetitionRow
  readonly players: number
  readonly leaders: readonly RankedTotal[]
}

/** The card of a competition with the leaders of its first board, by slug; null for one that was not announced. */
export const competitionCard: Page<string, CompetitionFound, CompetitionCard> = {
  async find({ generation }, slug) {
    const row = await competitionBySlug(generation, slug)
    if (!row) return null
    const key = { slug, round: overall, board: 0 }
    return {
      row,
      players: await participantsOf(generation, key),
      leaders: await rankedTotals(generation, key, { limit: leadersShown }),
    }
  },

  async show({ row: { slug, state }, players, leaders }, { players: directory }) {
    const { document, closed } = state
    const { start, end } = timesOf(document)
    const names = await directory.lookUp(leaders.map(({ player }) => player))
    return {
      answer: {
        kind: 'event',
        slug,
        name: document.name,
        start: isoOf(start),
        end: isoOf(end),
        rounds: document.rounds.length,
        final: closed !== null,
        players,
        leaders: leaders.map(({ player, rank, points }) => ({
          rank,
          points,
          player: { id: player, alias: nameOf(player, names).alias },
        })),
      },
      tags: leaders.map(({ player }) => tag.name(player)),
    }
  },
}
