import { describe, expect, it } from 'vitest'
import { timeTicks } from './format-step.ts'
import { wholeSpan } from './timeline.ts'

const plot = { left: 52, right: 852, top: 12, bottom: 78 }
const secondsOf = (from: number, to: number) => timeTicks({ from, to }, plot, 72).map((tick) => tick.seconds)

describe('the labels of the time axis', () => {
  it('are round times with a minimum spacing', () => {
    expect(secondsOf(0, 137)).toEqual([0, 20, 40, 60, 80, 100, 120])
    expect(secondsOf(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(secondsOf(0, 5400)).toEqual([0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800])
  })

  it('are few for any length', () => {
    expect(secondsOf(0, 1e6).length).toBeLessThanOrEqual(12)
  })

  it('start within the visible span', () => {
    expect(secondsOf(61.5, 71)).toEqual([62, 63, 64, 65, 66, 67, 68, 69, 70])
  })
})

describe('the whole of a play', () => {
  it('starts at 0 or an earlier step and ends with the latest curve or step', () => {
    expect(wholeSpan(7.7, [136, 129, 137])).toEqual({ from: 0, to: 137 })
    expect(wholeSpan(-0.4, [90, 0])).toEqual({ from: -0.4, to: 90 })
  })

  it('is never empty', () => {
    expect(wholeSpan(0, [0])).toEqual({ from: 0, to: 1 })
  })
})
