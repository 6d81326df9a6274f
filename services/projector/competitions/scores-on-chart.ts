import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import type { Tables } from '@stepledger/projections/generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { countingScores, type Statement } from '@stepledger/projections/standings/counting-scores.ts'
import type { EventScore } from '@stepledger/projections/standings/event-standings.ts'

export interface ChartOfRound {
  /** 1-based. */
  readonly round: number
  readonly chart: string
}

/** The counting scores on one chart of a round. */
export function scoresOnChart(
  tx: Queryable,
  live: Tables,
  document: EventDocument,
  at: ChartOfRound,
): Promise<EventScore[]> {
  return scoresBy(tx, scoresOnChartStatement(live, document, at))
}

export function scoresOnChartStatement(
  live: Tables,
  document: EventDocument,
  { round, chart }: ChartOfRound,
): Statement {
  const rounds = document.rounds.map((each, i) => ({ ...each, charts: i === round - 1 ? [chart] : [] }))
  return countingScores(live, { ...document, rounds })
}

export async function scoresBy(tx: Queryable, { text, values }: Statement): Promise<EventScore[]> {
  return (await tx.query<EventScore>({ text, values: [...values] })).rows
}
