import { type Measure, measures } from '@stepledger/contracts/analysis/measure.ts'
import { z } from 'zod'
import type { Duck } from '../../services/analysis/export/duck.ts'

/** The numbers of a row, converted back to counts and sums in units of one player. */
type Units = readonly (readonly [column: string, units: (row: Row) => number])[]
type Row = Readonly<Record<string, unknown>>

const count = (column = 'players') => [column, (row: Row) => Number(row[column])] as const
const mean = (column: string, { from, to }: Measure, of = 'players') =>
  [
    column,
    (row: Row) => ((Number(row[column]) - (from + to) / 2) / ((to - from) / 2)) * Number(row[of]),
  ] as const
const share = (column: string) =>
  [column, (row: Row) => (Number(row[column]) / 100) * Number(row.players)] as const

const ofRanked = (column: string, measure: Measure) => mean(column, measure, 'ranked_players')
export const numbers: Readonly<Record<string, { readonly key: readonly string[]; readonly units: Units }>> = {
  scores: { key: ['steps_type', 'meter', 'ranked', 'passed', 'ex'], units: [count()] },
  chart_months: {
    key: ['chart'],
    units: [
      count(),
      share('passed'),
      count('ranked_players'),
      ofRanked('hard_ex', measures.hardEx),
      ofRanked('ex', measures.ex),
      ofRanked('itg', measures.itg),
      ofRanked('mean_offset', measures.meanOffset),
      ofRanked('mean_absolute_offset', measures.absoluteOffset),
      ofRanked('deviation', measures.deviation),
    ],
  },
  judgments: { key: ['chart', 'board', 'nth'], units: [share('share')] },
  timing: {
    key: ['chart', 'seconds'],
    units: [mean('late', measures.lateness), mean('wide', measures.lateness)],
  },
  offsets: { key: ['steps_type', 'meter', 'ms'], units: [share('share')] },
  sessions: {
    key: ['minute'],
    units: [
      count(),
      mean('offset_change', measures.change),
      mean('deviation_change', measures.change),
      mean('ex_change', measures.change),
    ],
  },
  players: { key: ['level', 'plays'], units: [count(), mean('gain', measures.change)] },
  progress: {
    key: ['steps_type', 'meter', 'months_before'],
    units: [count(), share('passed'), mean('ex', measures.anyEx)],
  },
  retention: { key: ['first_month'], units: [count()] },
  hours: { key: ['weekday', 'hour'], units: [count()] },
  countries: { key: ['country'], units: [count()] },
}

/** The values of these tables by table and cell. */
export async function publishedNumbers(
  duck: Duck,
  tables: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>()
  for (const [table, { key, units }] of Object.entries(numbers)) {
    if (!tables.includes(table)) continue
    const rows = await duck.rows(`select * from published_${table}`, z.record(z.string(), z.unknown()))
    const values = new Map<string, number>()
    for (const row of rows)
      for (const [column, unitsOf] of units) {
        const value = unitsOf(row)
        values.set(
          JSON.stringify([column, ...key.map((name) => String(row[name]))]),
          Number.isFinite(value) ? value : 0,
        )
      }
    found.set(table, values)
  }
  return found
}

/** Squared distance between the numbers with and without a play. */
export function squaresOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let squares = 0
  for (const cell of new Set([...before.keys(), ...after.keys()]))
    squares += ((before.get(cell) ?? 0) - (after.get(cell) ?? 0)) ** 2
  return squares
}
