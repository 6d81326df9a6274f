import type { PlayExplanation } from '@stepledger/contracts/http/shapes/explanation.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { explainPlay } from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type { StoredGeneration } from '../../platform/generations/live-generation.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { tag } from '../tags.ts'
import { eventOfPlay } from './play-event.ts'
import type { Shown } from './shown.ts'

/** The sums behind a play's scores, done anew from its event. Null when it is not kept, or was withdrawn. */
export async function playExplanation(
  db: ReadDatabase,
  generation: StoredGeneration,
  ledger: Ledger,
  id: number,
): Promise<Shown<PlayExplanation> | null> {
  const row = await playById(db, generation, id)
  if (!row || row.withdrawn_at !== null) return null
  const event = await eventOfPlay(ledger, row)
  if (!event) return null
  const explained = explainPlay(generation.rules, playToScore(event.data, null))
  const { rows, rowsCounted, failedAt, maximumFrom } = explained
  return {
    answer: {
      playId: id,
      event: {
        position: formatPosition(row),
        type: event.type,
        version: event.v,
        receivedAt: new Date(event.at).toISOString(),
      },
      rules: {
        title: explained.rules,
        position: formatPosition({ partition: 0, offset: generation.rulesOffset }),
        generation: generation.id,
      },
      rows,
      rowsCounted,
      failedAt,
      maximumFrom,
      systems: explained.systems.map(({ name, percent: exact, hundredths, ...system }) => ({
        ...system,
        leaderboard: name,
        earned: [...system.earned],
        possible: [...system.possible],
        exact,
        score: percentText(hundredths),
      })),
    },
    tags: [tag.title(row.chart)],
  }
}
