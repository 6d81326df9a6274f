import { describe, expect, it } from 'vitest'
import { formatCountdown, formatLength, timeFormats } from './format.tsx'

it.each([
  [3600, '60:00'],
  [3599.2, '60:00'],
  [3599, '59:59'],
  [61, '01:01'],
  [9, '00:09'],
  [0, '00:00'],
  [-3, '00:00'],
])('%d seconds are left: %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

it('shows a length in minutes and seconds', () => {
  expect([132, 59.7, 5].map(formatLength)).toEqual(['2:12', '1:00', '0:05'])
})

/** Local times. */
const evening = new Date(2026, 11, 14, 21, 52)

describe('times', () => {
  it('show month, day, hour and minute', () => {
    expect(timeFormats.moment(evening)).toBe('Dec 14, 21:52')
    expect(timeFormats.moment(new Date(2026, 11, 14, 0, 5))).toBe('Dec 14, 00:05')
    expect(timeFormats.day(evening)).toBe('Dec 14, 2026')
    expect(timeFormats.whole(evening)).toBe('Dec 14, 2026, 21:52')
  })

  it('are short in rows: the time if today, else the day, with the year if it differs', () => {
    expect(timeFormats.short(evening, new Date(2026, 11, 14, 23, 59))).toBe('21:52')
    expect(timeFormats.short(evening, new Date(2026, 11, 15, 0, 1))).toBe('Dec 14')
    expect(timeFormats.short(evening, new Date(2027, 0, 1, 0, 1))).toBe('Dec 14, 2026')
  })
})
