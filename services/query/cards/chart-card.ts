import { boardEntries, boardTotal } from '@stepledger/projections/boards/reads.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { nameOf } from '../names.ts'
import type { Shown } from '../pages/shown.ts'
import { tag } from '../tags.ts'
import type { ChartCard } from './card.ts'

/** The card of a chart with who leads its boards; null for one that nobody has named yet. */
export async function chartCardOf(
  db: ReadDatabase,
  generation: Generation,
  directory: PlayerDirectory,
  hash: string,
): Promise<Shown<ChartCard> | null> {
  const chart = await chartByHash(db, generation, hash)
  if (!chart) return null
  const { systems } = generation.rules
  const board = { chart: hash, systems: systems.map(({ id }) => id) }
  const leaders = await boardEntries(db, generation, board, 0, 1)
  const first = systems.flatMap(({ id, name }) => leaders.get(id)?.map((entry) => ({ name, entry })) ?? [])
  const ids = [...new Set(first.map(({ entry }) => entry.player))]
  const players = await directory.lookUp(ids)
  return {
    answer: {
      kind: 'chart',
      chart: { hash, title: chart.title, artist: chart.artist, meter: chart.meter },
      plays: chart.plays,
      players: await boardTotal(db, generation, hash),
      leaders: first.map(({ name, entry }) => ({
        leaderboard: name,
        data: { score: percentText(entry.hundredths), grade: entry.grade },
        alias: nameOf(entry.player, players).alias,
      })),
    },
    tags: ids.map(tag.name),
  }
}
