import { expect, it } from 'vitest'
import { fitted, songTicks } from './ticks.ts'

it('has as many round times of a song as fit', () => {
  expect(songTicks(0, 132, 7)).toEqual([0, 20, 40, 60, 80, 100, 120])
  expect(songTicks(-0.4, 132, 3)).toEqual([0, 60, 120])
  expect(songTicks(0, 7200, 4)).toEqual([0, 1800, 3600, 5400, 7200])
})

it.each([
  ['walker', 7, 'walker'],
  ['PixelGimmick', 14, 'PixelGimmick'],
  ['PixelGimmick', 10, 'PixelGim…'],
  ['W'.repeat(50), 7, 'WWW…'],
  ['漢'.repeat(50), 7, '漢漢漢…'],
])('%s in the width of %i letters is %s', (text, max, expected) => {
  expect(fitted(text, max)).toBe(expected)
})
