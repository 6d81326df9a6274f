import type { TablesTx } from '../generation.ts'
import type { CompetitionWindows } from './counting-scores.ts'
import type { PlayerOnChart } from './score-changes.ts'
import { inWindow, roundWindow } from './window-and-grace.ts'

/** With more pairs than this, recounting whole rounds is faster. */
const maxPairs = 50_000

/**
 * Returns the pairs of chart and player whose plays count under one document only, where the documents differ in
 * windows and grace of these rounds (from 1). Null if there are too many.
 */
export async function pairsBetween(
  { tx, schema }: TablesTx,
  before: CompetitionWindows,
  after: CompetitionWindows,
  rounds: readonly number[],
): Promise<PlayerOnChart[] | null> {
  const charts = rounds.flatMap((round) => {
    const [a, b] = [before.rounds[round - 1], after.rounds[round - 1]]
    if (!a || !b) throw new RangeError(`the competition has no round ${round}`)
    const windows = { a: roundWindow(a, before), b: roundWindow(b, after) }
    return b.charts.map((chart) => ({ chart, ...windows }))
  })
  const { rows } = await tx.query<PlayerOnChart>({
    text: `
      select distinct a.chart, a.player
      from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
        as c(chart, starts_a, ends_a, received_before_a, starts_b, ends_b, received_before_b)
      join ${schema}.attempts a on a.chart = c.chart collate "C"
      where ${inWindow('a', 'c', '_a')} <> ${inWindow('a', 'c', '_b')}
      limit ${maxPairs + 1}`,
    values: [
      charts.map(({ chart }) => chart),
      charts.map(({ a }) => a.start),
      charts.map(({ a }) => a.end),
      charts.map(({ a }) => a.receivedBefore),
      charts.map(({ b }) => b.start),
      charts.map(({ b }) => b.end),
      charts.map(({ b }) => b.receivedBefore),
    ],
  })
  return rows.length > maxPairs ? null : rows
}
