import type { CompetitionRound } from './competition-document.ts'

/** What is special about a round, for players; empty where the best play on every chart counts. */
export function describeRoundRules({
  attempts,
  counted,
  cmod,
}: Pick<CompetitionRound, 'attempts' | 'counted' | 'cmod'>): string[] {
  return [
    ...(attempts === 'first' ? ['Only the first attempt on each chart counts.'] : []),
    ...(counted === null
      ? []
      : [counted === 1 ? 'Only the best chart counts.' : `The best ${counted} charts count.`]),
    ...(cmod ? [] : ["CMod isn't allowed."]),
  ]
}
