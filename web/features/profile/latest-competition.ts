import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'

/** The competition of the site that started last; null if none has started. */
export function latestCompetition(latestFirst: readonly CompetitionSummary[]): CompetitionSummary | null {
  return latestFirst.find((event) => event.phase !== 'before' && event.ofSite) ?? null
}
