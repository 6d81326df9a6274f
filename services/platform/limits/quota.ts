import { type Count, secondsOf } from './limiter.ts'

/** So much of something to each key, within some time. */
export interface Quota {
  /**
   * Takes so much for `key`, whole or not at all. 0: it is taken; else the whole seconds after which everything is to
   * be had again.
   */
  take(key: string, amount: number): Promise<number>
  /** Takes back what was taken for something that came to nothing. */
  giveBack(key: string, amount: number): Promise<void>
}

/** At most `most` of what `count` counts. A negative amount is taken off the count. */
export function quotaOf(most: number, count: (key: string, amount: number) => Promise<Count | null>): Quota {
  const giveBack = async (key: string, amount: number) => {
    await count(key, -amount)
  }
  return {
    async take(key, amount) {
      const taken = await count(key, amount)
      if (!taken || taken.calls <= most) return 0
      await giveBack(key, amount)
      return secondsOf(taken.msLeft)
    },
    giveBack,
  }
}

export const noQuota: Quota = { take: async () => 0, giveBack: async () => {} }
