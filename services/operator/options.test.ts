import { expect, it } from 'vitest'
import { timeArgument } from './options.ts'

it('takes a time with its zone alone', () => {
  expect(timeArgument('2026-12-07T18:00:00+01:00')).toBe(Date.UTC(2026, 11, 7, 17))
  expect(timeArgument('2026-12-07T18:00Z')).toBe(Date.UTC(2026, 11, 7, 18))
  for (const wrong of ['2026-12-07T18:00:00', '2026-12-07', 'tomorrow', '2026-12-32T18:00Z'])
    expect(() => timeArgument(wrong)).toThrow('It must be a time with its zone')
})
