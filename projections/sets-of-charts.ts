import { groupBy } from '@stepledger/contracts/group-by.ts'

/** Plays of a set are at least this many, unless there are no more. */
const leastOfSet = 10_000

/**
 * Groups plays into sets, those of a chart in one of them. A statement for a set sorts in memory, and touches few pages
 * of the indexes that begin with the chart.
 */
export function setsOfCharts<Play extends { readonly chart: string }>(plays: readonly Play[]): Play[][] {
  const sets: Play[][] = []
  let set: Play[] = []
  for (const ofChart of groupBy(plays, ({ chart }) => chart).values()) {
    if (set.length === 0) sets.push(set)
    for (const play of ofChart) set.push(play)
    if (set.length >= leastOfSet) set = []
  }
  return sets
}
