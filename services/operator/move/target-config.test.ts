import { describe, expect, it } from 'vitest'
import { targetPartitions } from './target-config.ts'

const ledger = 'kafka://broker/live?tls=on'

describe('the partitions of the new ledger', () => {
  it.each([
    [12, {}, { partitions: 12 }],
    [24, { ledger }, { partitions: 24, ledger: `${ledger}&partitions=24` }],
    [12, { ledger }, { partitions: 12, ledger }],
    [12, { partitions: 96 }, { partitions: 96 }],
    [12, { ledger: `${ledger}&partitions=36` }, { partitions: 36, ledger: `${ledger}&partitions=36` }],
    [
      24,
      { ledger: 'kafka://broker', partitions: 48 },
      { partitions: 48, ledger: 'kafka://broker?partitions=48' },
    ],
  ])('of one with %i and %j are %j', (present, flags, expected) => {
    expect(targetPartitions(present, flags)).toEqual(expected)
  })

  it.each([
    [24, { partitions: 12 }, 'must be a multiple of 24'],
    [24, { partitions: 36 }, 'must be a multiple of 24'],
    [12, { partitions: 108 }, 'at most 96'],
    [12, { ledger: `${ledger}&partitions=24`, partitions: 48 }, 'differs from those in --ledger, 24'],
    [12, { ledger: 'http://broker' }, '--ledger'],
  ])('of one with %i are not %j', (present, flags, reason) => {
    expect(() => targetPartitions(present, flags)).toThrow(reason)
  })
})
