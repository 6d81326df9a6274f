import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKey } from './address-key.ts'
import { limitsContract } from './contract-suite.ts'
import { secondsOf } from './counter.ts'
import { limitsInMemory } from './limits.ts'

limitsContract('in memory', async (rateLimits) => {
  const limits = limitsInMemory(rateLimits)
  return { here: limits, there: limits, close: async () => {} }
})

describe('the key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1::9', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('a wait in whole seconds', () => {
  it('is rounded up to at least one second', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (at) => {
        expect(secondsOf(at + 1000 - at)).toBe(1)
      }),
      { numRuns: 5000 },
    )
    expect([0, 1, 999, 1000, 1001, 2000].map(secondsOf)).toEqual([1, 1, 1, 1, 2, 2])
  })
})
