import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { nameOf } from '../names.ts'
import type { Shown } from '../pages/shown.ts'
import { scoresOf } from '../play-scores.ts'
import { tag } from '../tags.ts'
import type { PlayCard } from './card.ts'

/** The card of a play, without its steps; null for one that is not kept, or was withdrawn. */
export async function playCardOf(
  db: ReadDatabase,
  generation: Generation,
  directory: PlayerDirectory,
  id: number,
): Promise<Shown<PlayCard> | null> {
  const row = await playById(db, generation, id)
  if (!row || row.withdrawn_at !== null) return null
  const chart = await chartByHash(db, generation, row.chart)
  if (!chart) return null
  const { hash, title, artist, meter } = chart
  const { alias } = nameOf(row.player, await directory.lookUp([row.player]))
  const [reason] = row.reasons
  const scores = scoresOf(row, generation)
  return {
    answer: {
      kind: 'play',
      id,
      player: { id: row.player, alias },
      chart: { hash, title, artist, meter },
      board: scores[0]?.leaderboard ?? '',
      scores: scores.map(({ leaderboard, data: { score, grade } }) => ({
        leaderboard,
        data: { score, grade },
      })),
      onNoBoard: row.eligible || !reason ? null : reasonText(reason, generation.rules),
      playedAt: new Date(row.played_at).toISOString(),
    },
    tags: [tag.play(id), tag.name(row.player), tag.title(row.chart)],
  }
}
