import { expect, it } from 'vitest'
import { formatCountdown } from './format-countdown.ts'

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
