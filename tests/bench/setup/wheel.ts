import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import type { GeneratedChart } from '../../generators/chart.ts'
import { shortCharts } from './hot-chart.ts'
import { playEvent } from './play-events.ts'

/** Charts in one request of the game's song wheel. */
export const wheelSize = 1000

/** Players of the chart that the hot one is compared with. */
export const usualPlayers = 100

/** The charts of a wheel, and a chart with a hundred players. */
export interface Wheel {
  readonly charts: readonly GeneratedChart[]
  readonly usual: GeneratedChart
}

export function makeWheel(): Wheel {
  const [usual, ...charts] = shortCharts(wheelSize + 1, 200_000)
  if (!usual) throw new RangeError('a wheel needs charts')
  return { charts, usual }
}

/**
 * A play of the first player on every chart of the wheel, and of a hundred players on the other chart. Play ids from
 * `firstId`.
 */
export function* wheelPlays(
  { charts, usual }: Wheel,
  players: readonly string[],
  firstId: number,
): Generator<NewEvent> {
  const [owner = ''] = players
  for (const [i, chart] of charts.entries())
    yield playEvent({ playId: firstId + i, player: owner, chart, skill: (i % 100) / 100 })
  for (const [i, player] of players.slice(0, usualPlayers).entries())
    yield playEvent({ playId: firstId + wheelSize + i, player, chart: usual, skill: i / usualPlayers })
}
