import { describe, expect, it } from 'vitest'
import { atDay, dayFrom, dayText } from './day-picker.tsx'

const now = new Date('2026-03-10T23:30:00Z')
const dayIn = (search: string) => dayFrom(new URLSearchParams(search), now)

describe('the day of a board in the address', () => {
  it('is a day in the past; everything else is now', () => {
    expect(dayIn('at=2026-03-01')).toBe('2026-03-01')
    for (const search of [
      '',
      'at=',
      'at=yesterday',
      'at=2026-02-30',
      'at=2026-03-10',
      'at=2031-01-01',
      'at=1999-01-01',
    ])
      expect([search, dayIn(search)]).toEqual([search, null])
  })

  it('is changed without the page, and leaves the rest of the address', () => {
    const search = new URLSearchParams('lb=EX&page=3')
    expect(atDay(search, '2026-03-01').toString()).toBe('lb=EX&at=2026-03-01')
    expect(atDay(new URLSearchParams('lb=EX&at=2026-03-01&page=2'), null).toString()).toBe('lb=EX')
  })

  it('reads as a date', () => {
    expect(dayText('2026-03-01')).toBe('Mar 1, 2026')
  })
})
