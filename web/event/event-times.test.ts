import type { EventTimes } from '@stepledger/contracts/http/shapes/event.ts'
import { describe, expect, it } from 'vitest'
import { lengthOf, roundOfNow, timeLeft } from './event-times.ts'

const day = 86_400_000
const round = (name: string, from: number, to: number): EventTimes => ({
  name,
  start: new Date(from * day).toISOString(),
  end: new Date(to * day).toISOString(),
  phase: 'before',
})
const rounds = [round('Round 1', 10, 31), round('Round 2', 31, 52)]
const lateUntil = new Date(53 * day).toISOString()

describe('what the clock says of an event', () => {
  it.each([
    [9 * day, 1, '1 d 0 h to go'],
    [10 * day, 1, '21 d 0 h left'],
    [31 * day - 1, 1, '1 min left'],
    [31 * day, 2, '21 d 0 h left'],
    [52 * day, 2, 'Over'],
  ])('at %i', (now, number, said) => {
    expect(roundOfNow(rounds, now)).toBe(number)
    expect(timeLeft({ rounds, lateUntil, final: false }, now).said).toBe(said)
  })

  it('is final once its standings are closed; before, late plays may come in for a while', () => {
    const said = (final: boolean, now: number) => timeLeft({ rounds, lateUntil, final }, now)
    expect(said(false, 53 * day - 1).rest).toMatch(/may come in until Feb 2[23], /)
    expect(said(false, 53 * day).rest).toBe(': the standings are not final yet.')
    expect(said(true, 60 * day)).toEqual({ said: 'Final', rest: '' })
  })

  it('counts in days, hours or minutes', () => {
    expect([13 * day + 7_200_000, 7_500_000, 59_000].map(lengthOf)).toEqual([
      '13 d 2 h',
      '2 h 5 min',
      '1 min',
    ])
  })
})
