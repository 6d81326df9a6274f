import { topics } from '@stepledger/contracts/ledger/topic.ts'
import type { Log } from '../database/log.ts'
import { backOff } from './back-off.ts'
import type { Recorded, Subscription, SubscriptionOptions } from './ledger.ts'
import type { PostgresReader } from './postgres-reader.ts'
import type { WakeUps } from './wake-ups.ts'

export interface SubscriptionParts {
  readonly reader: PostgresReader
  readonly wakeUps: WakeUps
  /** How often to look when no word comes. */
  readonly pollMs: number
  readonly log: Log
  onStopped(): void
}

/**
 * Follows a topic. Groups are not kept here: a second reader of the same group reads the same, and the checkpoint's fence decides whose
 * batch counts.
 */
export function subscribeToPostgres(options: SubscriptionOptions, parts: SubscriptionParts): Subscription {
  const { topic, group, maxBatch, resume, handle } = options
  const { reader, wakeUps, pollMs, log, onStopped } = parts
  const partitions = Array.from({ length: topics[topic].partitions }, (_, partition) => partition)
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  async function follow(): Promise<void> {
    const resumed = await resume(partitions)
    let next = partitions.map((partition) => resumed.get(partition) ?? 0)
    while (!signal.aborted) {
      const count = wakeUps.count(topic)
      const ends = await reader.ends(topic)
      checkNotBeyond(next, ends)
      const batch = await reader.page(topic, next, ends, maxBatch)
      if (signal.aborted) return
      if (batch.length === 0) {
        await wakeUps.beyond(topic, count, pollMs, signal)
        continue
      }
      await handle(batch)
      next = after(next, batch)
      failures = 0
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        failures++
        log.warn(`${group} reads ${topic} again: ${error instanceof Error ? error.message : String(error)}`)
        await backOff(failures, signal)
      }
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

function after(next: readonly number[], batch: readonly Recorded[]): number[] {
  const moved = [...next]
  for (const { partition, offset } of batch) moved[partition] = offset + 1
  return moved
}

/** A reader that has read more than there is reads another ledger, or one that was set back: waiting would skip what comes now. */
function checkNotBeyond(next: readonly number[], ends: readonly number[]): void {
  const partition = next.findIndex((offset, p) => offset > (ends[p] ?? 0))
  if (partition < 0) return
  throw new Error(`wants ${partition}:${next[partition]}, but that partition ends at ${ends[partition] ?? 0}`)
}
