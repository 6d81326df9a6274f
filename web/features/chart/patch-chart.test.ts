import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { describe, expect, it } from 'vitest'
import { play } from '../../live/recent-play-in-tests.ts'
import { withNewPlay, withoutWithdrawnPlay } from './use-chart.ts'

const { chart: summary } = play(1)
const chart: ChartPage = {
  ...summary,
  songName: 'Song',
  rating: 10,
  length: null,
  stepartist: null,
  description: null,
  chartName: null,
  credit: null,
  chartBpms: null,
  radarValues: null,
  nps: [],
  peakNps: null,
  stream: null,
  stepsUrl: null,
  simfiles: [],
  plays: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  recentPlays: [play(1)],
}
const ids = ({ recentPlays }: ChartPage) => recentPlays.map(({ playId }) => playId)

describe('a pushed play on a chart', () => {
  it('is inserted on top and counted; duplicates are ignored', () => {
    const next = withNewPlay(chart, play(2))
    expect([ids(next), next.plays]).toEqual([[2, 1], 2])
    expect(withNewPlay(next, play(2))).toEqual(next)
  })

  it('leaves the list when it is withdrawn', () => {
    expect(ids(withoutWithdrawnPlay(withNewPlay(chart, play(2)), 2))).toEqual([1])
  })
})
