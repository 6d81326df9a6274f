import { describe, expect, it } from 'vitest'
import { shortTime, timeFormats } from './format-time.ts'

/** Local times, as the reader's clock shows them. */
const evening = new Date(2026, 11, 14, 21, 52)

describe('times', () => {
  it('are a short month, a day, an hour and a minute', () => {
    expect(timeFormats.moment.format(evening)).toBe('Dec 14, 21:52')
    expect(timeFormats.moment.format(new Date(2026, 11, 14, 0, 5))).toBe('Dec 14, 00:05')
    expect(timeFormats.day.format(evening)).toBe('Dec 14, 2026')
    expect(timeFormats.whole.format(evening)).toBe('Dec 14, 2026, 21:52')
  })

  it('are short where there is little room: the clock of today, else the day', () => {
    expect(shortTime(evening, new Date(2026, 11, 14, 23, 59))).toBe('21:52')
    expect(shortTime(evening, new Date(2026, 11, 15, 0, 1))).toBe('Dec 14')
  })
})
