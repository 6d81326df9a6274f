import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultFigures, type Figures } from './figures.ts'
import type { Limits } from './limits.ts'

/** The limits of two processes that count together; in memory there is but one. */
export interface LimitsUnderTest {
  readonly here: Limits
  readonly there: Limits
  close(): Promise<void>
}

export const figuresInTests: Figures = {
  ...defaultFigures,
  read: { calls: 500, seconds: 60 },
  play: { calls: 2, seconds: 60 },
  login: { calls: 1, seconds: 300 },
  account: { calls: 10, seconds: 300 },
  playBytesPerDay: 1_000,
}

/** What holds for all limits, whatever stands behind them. */
export function limitsContract(engine: string, open: (figures: Figures) => Promise<LimitsUnderTest>): void {
  describe(`limits, ${engine}`, () => {
    const prepare = async () => {
      const given = await open(figuresInTests)
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
      expect(await here.take('login', 'somebody else')).toBe(0)
      expect(await here.take('play', 'somebody')).toBe(0)
      expect(await here.take('login', 'somebody')).toBeGreaterThan(0)
    })

    it('forget what they are told to forgive', async () => {
      const { here, there } = await prepare()
      await here.take('login', 'somebody')
      await there.forgive('login', 'somebody')
      expect(await here.take('login', 'somebody')).toBe(0)
    })

    it('let exactly so many of a crowd through that comes at once', async () => {
      const { here, there } = await prepare()
      expect(await passing(100, (i) => (i % 2 ? here : there).take('account', 'somebody'))).toBe(10)
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
    })

    it('take bytes back of what came to nothing', async () => {
      const { here, there } = await prepare()
      expect(await here.playBytes.take('ann', 900)).toBe(0)
      await there.playBytes.giveBack('ann', 900)
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
}

/** How many of so many calls at once are let through. */
export async function passing(calls: number, take: (i: number) => number | Promise<number>): Promise<number> {
  const waits = await Promise.all(Array.from({ length: calls }, (_, i) => take(i)))
  return waits.filter((wait) => wait === 0).length
}
