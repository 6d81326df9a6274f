import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Limits } from './limits.ts'
import { defaultRateLimits, type RateLimits } from './rate-limits.ts'

/** The limits of two processes with shared counters; in memory both are the same. */
interface LimitsUnderTest {
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
  password: { calls: 2, seconds: 900 },
  account: { calls: 4, seconds: 60 },
  playBytesPerDay: 1_000,
  unverifiedBytesPerDay: 500,
  addressBytesPerDay: 800,
}

/** The contract of every limits adapter. */
export function limitsContract(
  engine: string,
  open: (rateLimits: RateLimits) => Promise<LimitsUnderTest>,
): void {
  describe(`limits, ${engine}`, () => {
    const prepare = async () => {
      const given = await open(rateLimitsInTests)
      onTestFinished(() => given.close())
      return given
    }

    it('allow the given number of calls, then return the seconds to wait', async () => {
      const { here, there } = await prepare()
      expect([await here.take('play', 'key-1'), await there.take('play', 'key-1')]).toEqual([0, 0])
      const wait = await here.take('play', 'key-1')
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      expect(await there.take('play', 'key-1')).toBeGreaterThan(0)
    })

    it('count each key and each limit separately', async () => {
      const { here } = await prepare()
      await here.take('login', 'somebody')
      expect(await here.take('login', 'another')).toBe(0)
      expect(await here.take('play', 'somebody')).toBe(0)
      expect(await here.take('login', 'somebody')).toBeGreaterThan(0)
    })

    it('allow a call again after a refund', async () => {
      const { here } = await prepare()
      expect(await here.take('login', 'somebody')).toBe(0)
      here.refund('login', 'somebody')
      expect(await here.take('login', 'somebody')).toBe(0)
      expect(await here.take('login', 'somebody')).toBeGreaterThan(0)
    })

    it('allow exactly the limit of concurrent calls', async () => {
      const { here, there } = await prepare()
      expect(await passing(100, (i) => (i % 2 ? here : there).take('register', 'somebody'))).toBe(10)
    })

    it('consume a daily quota per player, all or nothing', async () => {
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

    it('refund the bytes of a failed operation', async () => {
      const { here, there } = await prepare()
      expect(await here.playBytes.take('ann', 900)).toBe(0)
      await there.playBytes.refund('ann', 900)
      expect(await here.playBytes.take('ann', 1_000)).toBe(0)
    })

    it('never exceed the quota with concurrent calls', async () => {
      const { here, there } = await prepare()
      const given = await passing(100, (i) => (i % 2 ? here : there).playBytes.take('ann', 90))
      expect(given).toBeGreaterThan(0)
      expect(given).toBeLessThanOrEqual(11)
    })

    it('never exceed the quota with small amounts of two processes, and give all of it', async () => {
      const { here, there } = await prepare()
      let given = 0
      for (let i = 0; i < 1_050; i++)
        if ((await (i % 2 ? here : there).playBytes.take('ann', 1)) === 0) given += 1
      expect(given).toBe(1_000)
    })

    it('allow exactly a large limit, over both processes', async () => {
      const { here, there } = await prepare()
      expect(await passing(400, (i) => (i % 2 ? here : there).take('read', 'somebody'))).toBe(400)
      expect(await passing(400, () => here.take('read', 'somebody'))).toBe(100)
    })
  })

  describe(`password attempts, ${engine}`, () => {
    const prepare = async () => {
      const { here, there, close } = await open(rateLimitsInTests)
      onTestFinished(close)
      const by = (who: string) => ({ account: 'guessed@x', by: who, known: who.startsWith('device') })
      return { here: here.passwordAttempts, there: there.passwordAttempts, by }
    }

    it('are delayed across processes, doubling with each attempt', async () => {
      const { here, there, by } = await prepare()
      expect([await here.begin(by('a')), await there.begin(by('a'))]).toEqual([0, 0])
      expect(await there.begin(by('a'))).toBe(1)
      await vi.waitFor(async () => expect(await here.begin(by('a'))).toBe(0), eventually)
      expect([await there.begin(by('a')), await there.begin(by('b'))]).toEqual([2, 0])
    })

    it('never exceed the limit when they are concurrent', async () => {
      const { here, there, by } = await prepare()
      expect(await passing(50, (i) => (i % 2 ? here : there).begin(by('a')))).toBe(2)
    })

    it('are delayed on a new address after guesses from many addresses, but not on a known device', async () => {
      const { here, there, by } = await prepare()
      for (const who of ['a', 'b', 'c', 'd']) expect(await here.begin(by(who))).toBe(0)
      expect(await there.begin(by('e'))).toBe(1)
      expect(await there.begin(by('device-1'))).toBe(0)
      expect(await there.begin({ ...by('e'), account: 'another@x' })).toBe(0)
    })

    it('with the right password are not counted', async () => {
      const { here, there, by } = await prepare()
      for (const who of ['a', 'a', 'b', 'b', 'c', 'c', 'c', 'c']) {
        expect(await here.begin(by(who))).toBe(0)
        await there.succeed(by(who))
      }
    })
  })
}

/** Waits until a delay of one second is over. */
const eventually = { timeout: 15_000, interval: 50 }

/** Returns how many of this many concurrent calls are allowed. */
export async function passing(calls: number, take: (i: number) => number | Promise<number>): Promise<number> {
  const waits = await Promise.all(Array.from({ length: calls }, (_, i) => take(i)))
  return waits.filter((wait) => wait === 0).length
}
