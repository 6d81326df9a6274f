import { describe, expect, it } from 'vitest'
import { addressKey } from './address-key.ts'
import { defaultFigures } from './figures.ts'
import { limitsInMemory } from './limits.ts'

describe('limits in memory', () => {
  const figures = { ...defaultFigures, play: { calls: 2, seconds: 60 }, login: { calls: 1, seconds: 300 } }

  it('lets the given number of calls through, then says how long to wait', async () => {
    const limits = limitsInMemory(figures)
    expect([await limits.take('play', 'key-1'), await limits.take('play', 'key-1')]).toEqual([0, 0])
    const wait = await limits.take('play', 'key-1')
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })

  it('counts every key and every limit on its own', async () => {
    const limits = limitsInMemory(figures)
    await limits.take('login', 'somebody')
    expect(await limits.take('login', 'somebody else')).toBe(0)
    expect(await limits.take('play', 'somebody')).toBe(0)
    expect(await limits.take('login', 'somebody')).toBeGreaterThan(0)
  })

  it('forgets what it is told to forgive', async () => {
    const limits = limitsInMemory(figures)
    await limits.take('login', 'somebody')
    await limits.forgive('login', 'somebody')
    expect(await limits.take('login', 'somebody')).toBe(0)
  })
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
