import { expect, it } from 'vitest'
import { fitted } from './fitted.ts'

it.each([
  ['walker', 7, 'walker'],
  ['PixelGimmick', 14, 'PixelGimmick'],
  ['PixelGimmick', 10, 'PixelGim…'],
  ['W'.repeat(50), 7, 'WWW…'],
  ['漢'.repeat(50), 7, '漢漢漢…'],
])('%s in the width of %i letters is %s', (text, max, expected) => {
  expect(fitted(text, max)).toBe(expected)
})
