import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { competition, type RoundPart } from './competition.ts'

const week = 7 * 86_400_000

/** Start of the first round. */
export const competitionStart = Date.UTC(2026, 11, 7, 18)

/** A competition of two consecutive rounds of a week each, with one chart per round and an hour of grace. */
export function competitionDocumentOf(
  otherwise: Omit<Partial<CompetitionDocument>, 'rounds'> & { readonly rounds?: readonly RoundPart[] } = {},
): CompetitionDocument {
  const middle = competitionStart + week
  return competition({
    grace: 3_600,
    rounds: [
      { name: 'Round 1', start: competitionStart, end: middle, charts: ['aaaaaaaaaaaaaaaa'] },
      { name: 'Round 2', start: middle, end: middle + week, charts: ['bbbbbbbbbbbbbbbb'] },
    ],
    ...otherwise,
  })
}
