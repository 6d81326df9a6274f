import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import { type GeneratedChart, generatedChart } from '../../generators/chart.ts'
import { seeded } from '../../generators/random.ts'
import { playEvent } from './play-events.ts'
import { usualRows } from './play-texts.ts'

/** Seed and hash: later generated plays are on the same chart. */
export const hotChart = { seed: 4711, hash: '0123456789abcdef' } as const

/** The address of the first page of its boards. */
export const hotPath = `/api/chart/${hotChart.hash}/leaderboards`

/** Players of each small chart: one page. */
const smallPlayers = 25

/**
 * One short play of each player on the hot chart, so that filling is quick. The nth player's play has the id n, from 1.
 */
export function hotPlays(players: readonly string[]): Generator<NewEvent> {
  return playsOf(shortened(generatedChart({ ...hotChart, rows: usualRows })), players, 1)
}

/** Charts with one page of players each. */
export function smallCharts(count: number): readonly GeneratedChart[] {
  return shortCharts(count, 100_000)
}

/** One play of each player on each chart. */
export function* playsOnCharts(
  charts: readonly GeneratedChart[],
  players: readonly string[],
  firstId: number,
): Generator<NewEvent> {
  for (const [i, chart] of charts.entries()) yield* playsOf(chart, players, firstId + i * players.length)
}

/** Charts with few rows; each seed gives another chart. */
export function shortCharts(count: number, firstSeed: number): readonly GeneratedChart[] {
  return Array.from({ length: count }, (_, i) => shortened(generatedChart({ seed: firstSeed + i })))
}

export function* smallPlays(
  charts: readonly GeneratedChart[],
  players: readonly string[],
  firstId: number,
): Generator<NewEvent> {
  yield* playsOnCharts(charts, players.slice(0, smallPlayers), firstId)
}

function* playsOf(chart: GeneratedChart, players: readonly string[], firstId: number): Generator<NewEvent> {
  const random = seeded(firstId)
  for (const [i, player] of players.entries())
    yield playEvent({ playId: firstId + i, player, chart, skill: random() })
}

/** The chart cut to its first rows, with the same hash. */
function shortened(chart: GeneratedChart): GeneratedChart {
  const { times, arrows, npsInfo } = chart
  const points = npsInfo.points.slice(0, 4)
  return { ...chart, times: times.slice(0, 24), arrows: arrows.slice(0, 24), npsInfo: { ...npsInfo, points } }
}
