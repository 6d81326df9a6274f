import type { EventDocument, EventRound } from '@stepledger/contracts/rules/event-document.ts'
import { UsageError } from '../exit-codes.ts'

/** The round with this 1-based number. Throws UsageError when it does not exist. */
export function roundOf({ slug, rounds }: EventDocument, number: number): EventRound {
  const round = rounds[number - 1]
  if (!round)
    throw new UsageError(
      `--round: ${slug} has ${rounds.length === 1 ? 'one round' : `rounds 1 to ${rounds.length}`}`,
    )
  return round
}
