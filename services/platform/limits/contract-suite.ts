import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Limits } from './limits.ts'
import { defaultRateLimits, type RateLimits } from './rate-limits.ts'

/** The limits of two processes with shared counters; in memory both are the same. */
export interface LimitsUnderTest {
  readonly here: Limits
  readonly there: Limits
  close(): Promise<void>
}

export const rateLimitsInTests: RateLimits = {
  ...defaultRateLimits,
  read: { calls: 500, seconds: 60 },
  play: { calls: 2, seconds: 60 },
  login: { calls: 1, seconds: 300 },
  register: { calls: 10, seconds: 300 },
  lookup: { calls: 100, seconds: 60 },
  password: { calls: 2, seconds: 900 },
  account: { calls: 4, seconds: 60 },
  playBytesPerDay: 1_000,
  unverifiedBytesPerDay: 500,
  addressBytesPerDay: 800,
}

/** The contract of every limits adapter. */
export function limitsContract(
  engine: string,
  open: (figures: RateLimits) => Promise<LimitsUnderTest>,
): void {
  describe(`limits, ${engine}`, () => {
    const prepare = async () => {
      const given = await open(rateLimitsInTests)
      onTestFinished(() => given.close())
      return given
    }

    it('let the given number of calls through, then say how long to wait', async () => {
      const { here, there } = await prepare()
      expect([await here.take('play', 'key-1'), await there.take('play', 'key-1')]).toEqual([0, 0])
      const wait = await here.take('play', 'key-1')
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      expect(await there.take('play', 'key-1')).toBeGreaterThan(0)
    })

    it('count every key and every limit on its own', async () => {
      const { here } = await prepare()
      await here.take('login', 'somebody')
      expect(await here.take('login', 'another')).toBe(0)
      expect(await here.take('play', 'somebody')).toBe(0)
      expect(await here.take('login', 'somebody')).toBeGreaterThan(0)
    })

    it.each(['login', 'lookup'] as const)('let through again what was given back: %s', async (limit) => {
      const { here } = await prepare()
      const { calls } = rateLimitsInTests[limit]
      expect(await passing(calls, () => here.take(limit, 'somebody'))).toBe(calls)
      here.refund(limit, 'somebody')
      expect(await here.take(limit, 'somebody')).toBe(0)
      expect(await here.take(limit, 'somebody')).toBeGreaterThan(0)
    })

    it('let exactly this many of a crowd through that comes at once', async () => {
      const { here, there } = await prepare()
      expect(await passing(100, (i) => (i % 2 ? here : there).take('register', 'somebody'))).toBe(10)
    })

    it('give bytes of a day until they are spent, whole or not at all, to each player their own', async () => {
      const { here, there } = await prepare()
      expect(await here.playBytes.take('ann', 600)).toBe(0)
      const wait = await there.playBytes.take('ann', 500)
      expect(wait).toBeGreaterThan(86_000)
      expect(wait).toBeLessThanOrEqual(86_400)
      expect(await there.playBytes.take('ann', 400)).toBe(0)
      expect(await here.playBytes.take('ann', 1)).toBeGreaterThan(0)
      expect(await here.playBytes.take('bob', 1_000)).toBe(0)
      expect(await here.unverifiedBytes.take('ann', 500)).toBe(0)
      expect(await there.unverifiedBytes.take('ann', 1)).toBeGreaterThan(0)
      expect(await here.addressBytes.take('ann', 800)).toBe(0)
    })

    it('take bytes back of what came to nothing', async () => {
      const { here, there } = await prepare()
      expect(await here.playBytes.take('ann', 900)).toBe(0)
      await there.playBytes.refund('ann', 900)
      expect(await here.playBytes.take('ann', 1_000)).toBe(0)
    })

    it('give a crowd that comes at once no more bytes than there are', async () => {
      const { here, there } = await prepare()
      const given = await passing(100, (i) => (i % 2 ? here : there).playBytes.take('ann', 90))
      expect(given).toBeGreaterThan(0)
      expect(given).toBeLessThanOrEqual(11)
    })

    it('of a generous limit ask nobody for most calls', async () => {
      const { here } = await prepare()
      expect(await here.take('read', 'somebody')).toBe(0)
      expect(here.take('read', 'somebody')).toBe(0)
    })

    it('never let more through than the limit, however generous it is', async () => {
      const { here, there } = await prepare()
      expect(await passing(400, (i) => (i % 2 ? here : there).take('read', 'somebody'))).toBe(400)
      expect(await passing(400, () => here.take('read', 'somebody'))).toBeLessThanOrEqual(100)
      expect(await here.take('read', 'somebody')).toBeGreaterThan(0)
    })
  })

  describe(`tries at passwords, ${engine}`, () => {
    const prepare = async () => {
      const { here, there, close } = await open(rateLimitsInTests)
      onTestFinished(close)
      const by = (who: string) => ({ account: 'guessed@x', by: who, known: who.startsWith('device') })
      return { here: here.tries, there: there.tries, by }
    }

    it('wait for each other wherever they are made, and twice as long each time', async () => {
      const { here, there, by } = await prepare()
      expect([await here.begin(by('a')), await there.begin(by('a'))]).toEqual([0, 0])
      expect(await there.begin(by('a'))).toBe(1)
      await vi.waitFor(async () => expect(await here.begin(by('a'))).toBe(0), soon)
      expect([await there.begin(by('a')), await there.begin(by('b'))]).toEqual([2, 0])
    })

    it('let no more of a crowd through that comes at once', async () => {
      const { here, there, by } = await prepare()
      expect(await passing(50, (i) => (i % 2 ? here : there).begin(by('a')))).toBe(2)
    })

    it('wait on a new address, too, when many addresses have guessed; not on a known device', async () => {
      const { here, there, by } = await prepare()
      for (const who of ['a', 'b', 'c', 'd']) expect(await here.begin(by(who))).toBe(0)
      expect(await there.begin(by('e'))).toBe(1)
      expect(await there.begin(by('device-1'))).toBe(0)
      expect(await there.begin({ ...by('e'), account: 'another@x' })).toBe(0)
    })

    it('that were right are not counted', async () => {
      const { here, there, by } = await prepare()
      for (const who of ['a', 'a', 'b', 'b', 'c', 'c', 'c', 'c']) {
        expect(await here.begin(by(who))).toBe(0)
        await there.succeed(by(who))
      }
    })
  })
}

/** Waits until a delay of one second is over. */
const soon = { timeout: 15_000, interval: 50 }

/** Returns how many of this many concurrent calls are allowed. */
export async function passing(calls: number, take: (i: number) => number | Promise<number>): Promise<number> {
  const waits = await Promise.all(Array.from({ length: calls }, (_, i) => take(i)))
  return waits.filter((wait) => wait === 0).length
}
