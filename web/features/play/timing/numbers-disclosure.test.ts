import { describe, expect, it } from 'vitest'
import { curvePoints } from './numbers-disclosure.tsx'

const timeline = {
  whole: { from: 0, to: 4 },
  lifebar: { times: Float64Array.of(0, 2, 4), levels: Float64Array.of(0.5, 1, 0), ownScale: false },
  density: { from: Float64Array.of(1), to: Float64Array.of(3), heights: Float64Array.of(0.5) },
}

describe('the table of the curves', () => {
  it('is interpolated for every second', () => {
    expect(curvePoints(timeline, 12)).toEqual([
      { seconds: 0, life: 0.5, nps: 0 },
      { seconds: 1, life: 0.75, nps: 6 },
      { seconds: 2, life: 1, nps: 6 },
      { seconds: 3, life: 0.5, nps: 0 },
      { seconds: 4, life: 0, nps: 0 },
    ])
  })

  it('has few rows for a long song, and null for missing curves', () => {
    const long = { ...timeline, whole: { from: 0, to: 5000 } }
    expect(curvePoints(long, 12).length).toBeLessThanOrEqual(17)
    expect(curvePoints({ ...timeline, lifebar: null }, null)[1]).toEqual({
      seconds: 1,
      life: null,
      nps: null,
    })
    const own = { ...timeline, lifebar: { ...timeline.lifebar, ownScale: true } }
    expect(curvePoints(own, 12)[0]?.life).toBeNull()
  })
})
