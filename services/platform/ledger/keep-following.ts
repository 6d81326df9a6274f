import { itemAt } from '@stepledger/contracts/item-at.ts'
import { backOff } from '../async/back-off.ts'
import type { Subscription } from './ledger.ts'

interface FollowOptions {
  /** Reads until it fails or the signal is aborted. */
  follow(signal: AbortSignal): Promise<void>
  /** Called after a failure, before the next attempt. */
  onFailed(error: unknown): void
  onStopped(): void
  readonly retries: Retries
}

/** Consecutive failures of a subscription. */
export interface Retries {
  /** Called after progress. */
  reset(): void
  /** Counts a failure, and pauses with back-off. */
  pause(signal: AbortSignal): Promise<void>
}

export function countRetries(maxBackOffMs?: number): Retries {
  let failures = 0
  return {
    reset() {
      failures = 0
    },
    pause: (signal) => backOff(++failures, signal, maxBackOffMs),
  }
}

/** Follows until it is stopped, and again after each failure. */
export function keepFollowing({ follow, onFailed, onStopped, retries }: FollowOptions): Subscription {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    while (!signal.aborted)
      try {
        await follow(signal)
      } catch (error) {
        if (signal.aborted) break
        onFailed(error)
        await retries.pause(signal)
      }
    onStopped()
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Throws if a checkpoint of `partitions` is beyond the end: it belongs to another ledger, or the ledger was restored
 * from an older backup. Waiting for the ledger to catch up would skip events.
 */
export function checkNotBeyond(
  partitions: readonly number[],
  next: readonly number[],
  ends: readonly number[],
): void {
  const beyond = partitions.find((partition) => itemAt(next, partition) > itemAt(ends, partition))
  if (beyond === undefined) return
  throw new Error(`checkpoint ${beyond}:${next[beyond]} is beyond the end of its partition, ${ends[beyond]}`)
}
