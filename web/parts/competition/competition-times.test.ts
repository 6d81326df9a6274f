import type { CompetitionTimes } from '@stepledger/contracts/http/shapes/competition.ts'
import { describe, expect, it } from 'vitest'
import { daysOf, lengthOf, roundOfNow, timeLeft } from './competition-times.ts'

const day = 86_400_000
const round = (name: string, from: number, to: number): CompetitionTimes => ({
  name,
  start: new Date(from * day).toISOString(),
  end: new Date(to * day).toISOString(),
  phase: 'before',
})
const rounds = [round('Round 1', 10, 31), round('Round 2', 31, 52)]
const lateUntil = new Date(53 * day).toISOString()

describe('the countdown of an event', () => {
  it.each([
    [9 * day, 1, 'Round 1 starts in 1 day'],
    [10 * day, 1, 'Round 1 ends in 21 days'],
    [31 * day - 1, 1, 'Round 1 ends in 1 min'],
    [31 * day, 2, 'Round 2 ends in 21 days'],
    [52 * day, 2, 'Over'],
  ])('at %i', (now, number, main) => {
    expect(roundOfNow(rounds, now)).toBe(number)
    expect(timeLeft({ rounds, lateUntil, final: false }, now).main).toBe(main)
  })

  it('is final once its standings are closed; before that, late plays are accepted for a while', () => {
    const timeLeftAt = (final: boolean, now: number) => timeLeft({ rounds, lateUntil, final }, now)
    expect(timeLeftAt(false, 53 * day - 1).rest).toMatch(/accepted until Feb 2[23], /)
    expect(timeLeftAt(false, 53 * day).rest).toBe(": standings aren't final yet.")
    expect(timeLeftAt(true, 60 * day)).toEqual({ main: 'Final', rest: '' })
  })

  it('names the days of a round, one of them once', () => {
    const noon = 12.5 * 3_600_000
    const daysUntil = (end: number) =>
      daysOf({ start: new Date(noon).toISOString(), end: new Date(noon + end).toISOString() })
    expect(daysUntil(3 * day)).toMatch(/^Jan 1 – Jan 4$/)
    expect(daysUntil(60_000)).toBe('Jan 1')
  })

  it('counts in days, hours or minutes', () => {
    expect([13 * day + 7_200_000, day + 7_200_000, 7_500_000, 59_000].map(lengthOf)).toEqual([
      '13 days',
      '1 day 2 h',
      '2 h 5 min',
      '1 min',
    ])
  })
})
