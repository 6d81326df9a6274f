import { expect, it } from 'vitest'
import { graceArgument, timeArgument } from './arguments.ts'

it('takes a length of time in seconds, or with its unit', () => {
  const lengths = ['0', '5400', '90min', '36h', '36 h', '2d', '30s']
  expect(lengths.map(graceArgument)).toEqual([0, 5_400, 5_400, 129_600, 129_600, 172_800, 30])
  for (const wrong of ['', '-1', '1.5h', '36 hours', 'h', '99999999'])
    expect(() => graceArgument(wrong)).toThrow('such as 90min, 36h or 2d')
})

it('takes a time with its zone alone', () => {
  expect(timeArgument('2026-12-07T18:00:00+01:00')).toBe(Date.UTC(2026, 11, 7, 17))
  expect(timeArgument('2026-12-07T18:00Z')).toBe(Date.UTC(2026, 11, 7, 18))
  for (const wrong of ['2026-12-07T18:00:00', '2026-12-07', 'tomorrow', '2026-12-32T18:00Z'])
    expect(() => timeArgument(wrong)).toThrow('It must be a time with a time zone')
})
