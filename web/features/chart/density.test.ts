import { describe, expect, it } from 'vitest'
import { averageNps, downsampled, npsTicks, segmentsOf } from './density-panel.tsx'

describe('the notes per second of a chart', () => {
  const measures = [
    [0, 4],
    [2, 8],
    [4, 0],
  ] as const

  it('last until the next measure, the last one until the song ends', () => {
    expect(segmentsOf(measures, 7)).toEqual([
      { from: 0, to: 2, nps: 4 },
      { from: 2, to: 4, nps: 8 },
      { from: 4, to: 7, nps: 0 },
    ])
    expect(segmentsOf(measures, null).at(-1)).toEqual({ from: 4, to: 6, nps: 0 })
    expect(segmentsOf([[3, 5]], null)).toEqual([{ from: 3, to: 4, nps: 5 }])
    expect(segmentsOf([], 90)).toEqual([])
  })

  it('are averaged over the song, weighted by length', () => {
    expect(averageNps(segmentsOf(measures, 6))).toBe(4)
    expect(averageNps(segmentsOf(measures, 12))).toBe(2)
    expect(averageNps([])).toBe(0)
  })

  it('keep their peak when downsampled', () => {
    const many = segmentsOf(
      Array.from({ length: 1000 }, (_, i) => [i, i === 777 ? 20 : i % 7] as const),
      1000,
    )
    const few = downsampled(many, 100)
    expect(few).toHaveLength(100)
    expect(few.filter(({ nps }) => nps === 20)).toEqual([{ from: 770, to: 780, nps: 20 }])
    expect([few[0]?.from, few.at(-1)?.to]).toEqual([0, 1000])
    expect(downsampled(many, 1000)).toEqual(many)
  })

  it('keep a long measure over its whole length', () => {
    const long = segmentsOf(
      [
        [0, 1],
        [1, 9],
        [97, 1],
        [98, 1],
        [99, 1],
      ],
      100,
    )
    expect(downsampled(long, 4).map(({ nps }) => nps)).toEqual([9, 9, 9, 9])
  })
})

describe('the axes of the figure', () => {
  it('has round numbers up to the peak', () => {
    expect(npsTicks(14.5)).toEqual([0, 5, 10, 15])
    expect(npsTicks(3.2)).toEqual([0, 1, 2, 3, 4])
    expect(npsTicks(40)).toEqual([0, 10, 20, 30, 40])
    expect(npsTicks(0)).toEqual([0, 1])
  })
})
