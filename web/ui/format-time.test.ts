import { describe, expect, it } from 'vitest'
import { timeFormats } from './format-time.ts'

/** Local times, as the reader's clock shows them. */
const evening = new Date(2026, 11, 14, 21, 52)

describe('times', () => {
  it('are a short month, a day, an hour and a minute', () => {
    expect(timeFormats.moment(evening)).toBe('Dec 14, 21:52')
    expect(timeFormats.moment(new Date(2026, 11, 14, 0, 5))).toBe('Dec 14, 00:05')
    expect(timeFormats.day(evening)).toBe('Dec 14, 2026')
    expect(timeFormats.whole(evening)).toBe('Dec 14, 2026, 21:52')
  })

  it('are short in rows: the clock of today, else the day, and the year where it is another', () => {
    expect(timeFormats.short(evening, new Date(2026, 11, 14, 23, 59))).toBe('21:52')
    expect(timeFormats.short(evening, new Date(2026, 11, 15, 0, 1))).toBe('Dec 14')
    expect(timeFormats.short(evening, new Date(2027, 0, 1, 0, 1))).toBe('Dec 14, 2026')
  })
})
