import { type Counter, secondsOf } from './counter.ts'

/** A quota per key and time window. */
export interface Quota {
  /**
   * Consumes `amount` of the quota of `key`, all or nothing. Returns 0 on success, else the seconds until the quota
   * resets.
   */
  take(key: string, amount: number): Promise<number>
  /** Refunds an amount whose operation failed. */
  refund(key: string, amount: number): Promise<void>
}

/** A quota of `most` per window of the counter. */
export function quotaOf(most: number, { count }: Counter): Quota {
  const refund = async (key: string, amount: number) => {
    await count(key, -amount)
  }
  return {
    async take(key, amount) {
      const { calls, msLeft } = await count(key, amount)
      if (calls <= most) return 0
      await refund(key, amount)
      return secondsOf(msLeft)
    },
    refund,
  }
}

export const noQuota: Quota = { take: async () => 0, refund: async () => {} }
