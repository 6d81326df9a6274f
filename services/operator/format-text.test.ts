import { expect, it } from 'vitest'
import { aligned } from './format-text.ts'

it('aligns columns as a terminal shows them: some characters take two', () => {
  expect(
    aligned(
      [
        ['夜に駆ける', '1', 'x'],
        ['Śnieg', '20', 'y'],
      ],
      [1],
    ),
  ).toEqual(['夜に駆ける   1  x', 'Śnieg       20  y'])
})
