import type {
  CompetitionDocument,
  CompetitionRound,
} from '@stepledger/contracts/rules/competition-document.ts'
import { UsageError } from '../exit-codes.ts'

/** The round with this 1-based number. Throws UsageError when it does not exist. */
export function roundOf({ slug, rounds }: CompetitionDocument, number: number): CompetitionRound {
  const round = rounds[number - 1]
  if (!round)
    throw new UsageError(
      `--round: ${slug} has ${rounds.length === 1 ? 'one round' : `rounds 1 to ${rounds.length}`}`,
    )
  return round
}
