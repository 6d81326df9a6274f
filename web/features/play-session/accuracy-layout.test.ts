import { describe, expect, it } from 'vitest'
import { accuracyPoints, clockTicks, errorTicks } from './accuracy-panel.tsx'

describe('the accuracy figure', () => {
  it('has the errors between round values', () => {
    expect(errorTicks([6.1, 12.4])).toEqual([6, 8, 10, 12, 14])
    expect(errorTicks([8, 8])).toEqual([8, 9])
    expect(errorTicks([4.2, 38])).toEqual([0, 10, 20, 30, 40])
    expect(errorTicks([1, 900]).at(-1)).toBe(900)
  })

  it('labels round times within the session, only as many as fit', () => {
    const at = (time: string) => Date.parse(`2026-12-11T${time}:00Z`)
    expect(clockTicks(at('19:58'), at('21:34'), 6)).toEqual(['20:00', '20:30', '21:00', '21:30'].map(at))
    expect(clockTicks(at('19:58'), at('21:34'), 3)).toEqual(['20:00', '21:00'].map(at))
    expect(clockTicks(at('20:01'), at('20:02'), 6)).toEqual([])
  })

  it('shows plays by time, and marks bests and fails', () => {
    const data = [
      {
        playId: 3,
        createdAt: '2026-12-11T21:00:00Z',
        meanAbsolute: 7,
        passed: true,
        onBoard: { rank: 2, change: '+0.10' },
      },
      { playId: 2, createdAt: '2026-12-11T20:30:00Z', meanAbsolute: 12, passed: false, onBoard: null },
      { playId: 1, createdAt: '2026-12-11T20:00:00Z', meanAbsolute: null, passed: null, onBoard: null },
    ]
    const points = accuracyPoints({ data: data.map((play) => ({ ...rest, ...play })), moments: [] })
    expect(points.map(({ playId, mark }) => [playId, mark])).toEqual([
      [2, 'failed'],
      [3, 'moment'],
    ])
  })
})

const rest = {
  chart: {
    hash: 'aaaaaaaaaaaaaaaa',
    title: 'Song',
    artist: '',
    stepsType: null,
    difficulty: null,
    meter: null,
    banner: null,
    bannerUrl: null,
    mdBannerUrl: null,
    smBannerUrl: null,
  },
  leaderboards: [],
  eligible: true,
  reasons: [],
  rate: null,
}
