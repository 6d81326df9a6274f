import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { describe, expect, it } from 'vitest'
import { withNewPlay, withoutGonePlay } from './patch-chart.ts'

const user = { id: '00000000-0000-4000-8000-000000000001', alias: 'ada', profileImageUrl: null }
const play = (playId: number, meter: number | null = 10): RecentPlay => ({
  playId,
  createdAt: new Date(1_800_000_000_000 + playId * 1000).toISOString(),
  chart: {
    hash: '0123456789abcdef',
    title: 'Song',
    artist: 'Artist',
    difficulty: null,
    meter,
    stepsType: null,
    banner: null,
    bannerUrl: null,
    mdBannerUrl: null,
    smBannerUrl: null,
  },
  user,
  leaderboards: [],
  eligible: true,
  reasons: [],
  rate: 1,
})
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
    expect(ids(withoutGonePlay(withNewPlay(chart, play(2)), 2))).toEqual([1])
  })
})
