import { boardNames } from '@stepledger/contracts/board-name.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import type { RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import type { PlayerCard } from './card.ts'

const lastShown = 3

const everything = {
  search: '',
  minMeter: null,
  maxMeter: null,
  includeUnknown: true,
  orderBy: 'date',
  board: boardNames[0],
  orderDirection: 'desc',
} as const

interface PlaysFound {
  readonly id: string
  readonly plays: readonly RecentPlayOf[]
  readonly total: number
}

/** The card of a player with the latest plays, by id; null for an unknown player. */
export const playerCard: Page<string, PlaysFound, PlayerCard> = {
  async find({ generation }, id) {
    return { id, ...(await playsOfPlayer(generation, id, everything, { from: 0, limit: lastShown })) }
  },

  async show({ id, plays, total }, { players }) {
    const player = (await players.lookUp([id])).get(id)
    if (!player) return null
    return {
      answer: {
        kind: 'player',
        player: { id, alias: player.alias },
        plays: total,
        last: plays.flatMap(({ chart: { title }, leaderboards: [first] }) =>
          first ? [{ title: titleOrUnknown(title), ...first }] : [],
        ),
      },
      tags: [tag.name(id), ...plays.map(({ chart }) => tag.title(chart.hash))],
    }
  },
}
