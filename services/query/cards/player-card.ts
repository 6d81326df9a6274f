import { boardNames } from '@stepledger/contracts/board-name.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
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

/** The card of a player with the latest plays, by id; null for an unknown player. */
export const playerCard: Page<string, PlayerCard> = async ({ generation }, id) => {
  const { plays, total } = await playsOfPlayer(generation, id, everything, { from: 0, limit: lastShown })
  return async ({ players }) => {
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
  }
}
