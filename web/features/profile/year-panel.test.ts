import { describe, expect, it } from 'vitest'
import { dayText, yearLayout } from './year-panel.tsx'

/** Three weeks from Monday, October 26, 2026. */
const from = '2026-10-26'

describe('a year of days', () => {
  it('has a column for each week and names each month above the week of its first day', () => {
    const { days, weeks, months } = yearLayout({ from, plays: new Array<number>(16).fill(0) })
    expect(weeks).toBe(3)
    expect(days.at(-1)).toEqual({ date: '2026-11-10', plays: 0, step: 0, week: 2, weekday: 1 })
    expect(months).toEqual([{ week: 0, name: 'Nov' }])
  })

  it('counts the days played and the longest run of them', () => {
    const { daysPlayed, longestRun, most } = yearLayout({ from, plays: [1, 2, 0, 3, 9, 1, 0] })
    expect([daysPlayed, longestRun]).toEqual([5, 3])
    expect(most && dayText(most)).toBe('Oct 30: 9 plays')
  })

  it('gives the strongest colour to a fifth of the days played, whatever the longest day', () => {
    const plays = [1, 5, 10, 15, 20, 20, 20, 20, 20, 500]
    const { days, top } = yearLayout({ from, plays })
    expect(top).toBe(20)
    expect(days.map(({ step }) => step)).toEqual([1, 1, 2, 3, 4, 4, 4, 4, 4, 4])
  })

  it('shows the last weeks alone where there is no room for more', () => {
    const { days, weeks } = yearLayout({ from, plays: new Array<number>(16).fill(1) }, 2)
    expect([weeks, days[0]?.date, days.length]).toEqual([2, '2026-11-02', 9])
  })

  it('is empty without plays', () => {
    expect(yearLayout({ from, plays: [0, 0] })).toMatchObject({ daysPlayed: 0, longestRun: 0, most: null })
  })
})
