import { describe, expect, it } from 'vitest'
import { momentsOf } from './moments.ts'

const play = (playId: number, chart: string, rank: number | null, change: number | null) => ({
  playId,
  chart,
  onBoard: { rank, change },
})

describe('the best moments of a session', () => {
  it('are first places, then bests by how much they gained', () => {
    const plays = [
      play(1, 'a', 9, 12),
      play(2, 'b', 2, 44),
      play(3, 'c', 1, null),
      play(4, 'd', 1, 31),
      play(5, 'e', 7, -3),
      play(6, 'f', 7, null),
      { playId: 7, chart: 'g', onBoard: null },
    ]
    expect(momentsOf(plays, 4).map(({ playId }) => playId)).toEqual([4, 3, 2, 1])
    expect(momentsOf(plays, 2).map(({ playId }) => playId)).toEqual([4, 3])
  })

  it('are one play a chart: the greatest gain, or the first place', () => {
    const plays = [play(1, 'a', null, 80), play(2, 'a', 1, 5), play(3, 'b', null, 10), play(4, 'b', 4, 7)]
    expect(momentsOf(plays, 4).map(({ playId }) => playId)).toEqual([2, 3])
  })

  it('are none when nothing was beaten', () => {
    expect(momentsOf([play(1, 'a', 3, null), play(2, 'a', null, 0)], 4)).toEqual([])
  })
})
