import type { Generation } from '@stepledger/projections/generation.ts'
import { playsOfPlayer } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import type { Shown } from '../pages/shown.ts'
import { tag } from '../tags.ts'
import type { PlayerCard } from './card.ts'

const lastShown = 3

const everything = {
  search: '',
  minMeter: null,
  maxMeter: null,
  includeUnknown: true,
  orderBy: 'date',
  orderDirection: 'desc',
} as const

/** The card of a player with the last plays; null for nobody. */
export async function playerCardOf(
  db: ReadDatabase,
  generation: Generation,
  directory: PlayerDirectory,
  id: string,
): Promise<Shown<PlayerCard> | null> {
  const player = (await directory.lookUp([id])).get(id)
  if (!player) return null
  const { plays, total } = await playsOfPlayer(db, generation, id, everything, { from: 0, limit: lastShown })
  return {
    answer: {
      kind: 'player',
      player: { id, alias: player.alias },
      plays: total,
      last: plays.flatMap(({ chart: { title }, leaderboards: [first] }) =>
        first ? [{ title, ...first }] : [],
      ),
    },
    tags: [tag.name(id), ...plays.map(({ chart }) => tag.title(chart.hash))],
  }
}
