import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../async/back-off.ts'
import type { Log } from '../log/log.ts'
import type { Subscription, SubscriptionOptions } from './ledger.ts'
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
 * Follows a topic. Groups are not kept here: a second reader of the same group reads the same, and the checkpoint's
 * fence decides whose batch counts.
 */
export function subscribeToPostgres(options: SubscriptionOptions, parts: SubscriptionParts): Subscription {
  const { topic, group, maxBatch, resume, handle } = options
  const { reader, wakeUps, pollMs, log, onStopped } = parts
  const partitions = Array.from({ length: topics[topic].partitions }, (_, partition) => partition)
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  /** `count`: of wake-ups before it was read, so that none is missed that came since. */
  function pageFrom(next: readonly number[]): { count: number; page: Promise<Page> } {
    const count = wakeUps.count(topic)
    const read = async () => {
      const ends = await reader.ends(topic)
      checkNotBeyond(next, ends)
      const batch = await reader.page(topic, next, ends, maxBatch)
      const after = afterBatch(next, batch)
      return { batch, after, isLast: after.every((offset, partition) => offset === itemAt(ends, partition)) }
    }
    return { count, page: read() }
  }

  async function follow(): Promise<void> {
    const resumed = await resume(partitions)
    let next = partitions.map((partition) => resumed.get(partition) ?? 0)
    // Under load the next page is on its way while the reader works on this one.
    let coming: ReturnType<typeof pageFrom> | null = null
    while (!signal.aborted) {
      const { count, page } = coming ?? pageFrom(next)
      coming = null
      const { batch, after, isLast } = await page
      if (signal.aborted) return
      next = after
      if (batch.length >= maxBatch / 2) {
        coming = pageFrom(next)
        // Its failure is thrown where it is awaited.
        coming.page.catch(() => {})
      }
      if (batch.length > 0) await handle(batch)
      failures = 0
      if (isLast && !coming) await wakeUps.beyond(topic, count, pollMs, signal)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        failures++
        log.warn(`${group} reads ${topic} again: ${errorMessage(error)}`)
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

interface Page {
  readonly batch: readonly RecordedEvent[]
  /** What is wanted next, of each partition. */
  readonly after: number[]
  /** There was nothing behind it when it was read. */
  readonly isLast: boolean
}

function afterBatch(next: readonly number[], batch: readonly RecordedEvent[]): number[] {
  const moved = [...next]
  for (const { partition, offset } of batch) moved[partition] = offset + 1
  return moved
}

/**
 * A reader that has read more than there is reads another ledger, or one that was set back: waiting would skip what
 * comes now.
 */
function checkNotBeyond(next: readonly number[], ends: readonly number[]): void {
  const partition = next.findIndex((offset, p) => offset > itemAt(ends, p))
  if (partition < 0) return
  throw new Error(`wants ${partition}:${next[partition]}, but that partition ends at ${ends[partition]}`)
}
