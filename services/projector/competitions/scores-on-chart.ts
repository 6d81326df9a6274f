import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import type { Tables } from '@stepledger/projections/generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { countingScores, type Statement } from '@stepledger/projections/standings/counting-scores.ts'

export interface ChartOfRound {
  /** 1-based. */
  readonly round: number
  readonly chart: string
}

/** The statement that selects the counting scores on one chart of a round. */
export function scoresOnChartStatement(
  live: Tables,
  document: CompetitionDocument,
  { round, chart }: ChartOfRound,
): Statement {
  const rounds = document.rounds.map((each, i) => ({ ...each, charts: i === round - 1 ? [chart] : [] }))
  return countingScores(live, { ...document, rounds })
}

export async function scoresBy(tx: Queryable, { text, values }: Statement): Promise<CompetitionScore[]> {
  return (await tx.query<CompetitionScore>({ text, values: [...values] })).rows
}
