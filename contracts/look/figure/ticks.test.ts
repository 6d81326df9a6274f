import { expect, it } from 'vitest'
import { numberText } from './ticks.ts'

it('formats numbers with a true minus sign and without negative zero', () => {
  expect([-1.5, -0.001, -0, 0, 1234.567].map(numberText)).toEqual(['−1.5', '0', '0', '0', '1,234.57'])
})
