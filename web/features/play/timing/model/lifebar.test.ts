import { describe, expect, it } from 'vitest'
import { lifebarOf, songLength } from './timeline.ts'

const points = (n: number, x: (i: number) => number, y: (i: number) => number) =>
  Array.from({ length: n }, (_, i) => ({ x: x(i), y: y(i) }))

describe('the lifebar', () => {
  it('of a new client is used as sent: song seconds and shares of 1', () => {
    const lifebar = lifebarOf(
      points(
        100,
        (i) => 2.2 + i * 1.36,
        () => 0.5,
      ),
      136,
    )
    expect(lifebar?.times[0]).toBe(2.2)
    expect(lifebar?.levels[7]).toBe(0.5)
    expect(lifebar?.ownScale).toBe(false)
  })

  it('with x as a share of the song is scaled to the song', () => {
    const lifebar = lifebarOf(
      points(
        5,
        (i) => i / 4,
        (i) => i / 4,
      ),
      120,
    )
    expect([...(lifebar?.times ?? [])]).toEqual([0, 30, 60, 90, 120])
  })

  it('in an unknown unit is scaled to its own range and flagged', () => {
    const lifebar = lifebarOf(
      points(
        4,
        (i) => 217 + i * 330,
        (i) => 100 - i * 30,
      ),
      4,
    )
    expect([...(lifebar?.times ?? [])].map((t) => Math.round(t * 100) / 100)).toEqual([0, 1.33, 2.67, 4])
    expect([...(lifebar?.levels ?? [])]).toEqual([1, 0.7, 0.4, 0.1])
    expect(lifebar?.ownScale).toBe(true)
  })

  it('is null for fewer than two points', () => {
    expect(lifebarOf([{ x: 0, y: 100 }], 90)).toBeNull()
    expect(lifebarOf([], 90)).toBeNull()
  })
})

describe('the length of a song', () => {
  const even = points(
    100,
    (i) => 2.2 + (i + 1) * 1.360165,
    () => 1,
  )

  it('is a hundred times the spacing of a hundred lifebar points', () => {
    expect(songLength(even, 129.9)).toBeCloseTo(136.0165, 4)
  })

  it('of a failed play exceeds its last step', () => {
    expect(songLength(even, 31)).toBeCloseTo(136.0165, 4)
  })

  it('is the last step without a usable lifebar', () => {
    expect(songLength([], 129.9)).toBe(129.9)
    expect(songLength([{ x: 0, y: 100 }], 129.9)).toBe(129.9)
    const odd = points(
      100,
      (i) => 217 + i * 10,
      () => 100,
    )
    expect(songLength(odd, 4.2)).toBe(4.2)
  })
})
