import { columnsOfRows, packRows, type TimingRow } from '@stepledger/contracts/play/pack-rows.ts'
import { expect, it } from 'vitest'
import { arrowTimings } from './arrow-timings.ts'

const packed = (rows: readonly TimingRow[]) => packRows(columnsOfRows(rows))

it('the mean offset of each arrow is taken without misses and jumps', () => {
  const rows = packed([
    [1, 0.01, 1],
    [2, 0.03, 1],
    [3, -0.02, 4],
    [4, 'Miss', 4],
    [5, 0.1, 7],
  ])
  expect(arrowTimings(rows, 'dance-single')).toEqual([
    { arrow: 'Left', steps: 2, mean: expect.closeTo(20) },
    { arrow: 'Right', steps: 1, mean: expect.closeTo(-20) },
  ])
})

it('without arrows, for other elements and for double there is none', () => {
  expect(
    arrowTimings(
      packed([
        [1, 0.01],
        [2, 0.02],
      ]),
      null,
    ),
  ).toBeNull()
  expect(
    arrowTimings(
      packed([
        [1, 0.01, true],
        [2, 0.02, false],
      ]),
      null,
    ),
  ).toBeNull()
  expect(arrowTimings(packed([[1, 0.01, 1]]), 'dance-double')).toBeNull()
})
