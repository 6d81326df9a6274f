import { expect, it } from 'vitest'
import { batchIntervalMs } from './follower.ts'

it('gives several projectors together as many small batches as one, but no more than 100 ms between two', () => {
  expect(batchIntervalMs(12, 12)).toBe(25)
  expect(batchIntervalMs(6, 12)).toBe(50)
  expect(batchIntervalMs(4, 12)).toBe(75)
  expect(batchIntervalMs(1, 12)).toBe(100)
})
