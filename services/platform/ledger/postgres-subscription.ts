import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Log } from '../log/log.ts'
import { checkNotBeyond } from './check-not-beyond.ts'
import { countRetries, keepFollowing } from './keep-following.ts'
import type { Subscription, SubscriptionOptions } from './ledger.ts'
import type { PostgresReader } from './postgres-reader.ts'
import type { WakeUps } from './wake-ups.ts'

interface SubscriptionParts {
  readonly reader: PostgresReader
  readonly wakeUps: WakeUps
  /** Number of partitions of the topic. */
  readonly partitions: number
  /** Poll interval without a wake-up, ms. */
  readonly pollMs: number
  readonly log: Log
  onStopped(): void
}

/**
 * Follows a topic. Postgres has no consumer groups: a second reader of the same group reads the same events, and the
 * checkpoint's fence decides whose batch is committed.
 */
export function subscribeToPostgres(options: SubscriptionOptions, parts: SubscriptionParts): Subscription {
  const { topic, group, maxBatch, resume, handle, onPrefetched } = options
  const { reader, wakeUps, pollMs, log, onStopped } = parts
  const partitions = Array.from({ length: parts.partitions }, (_, partition) => partition)
  const retries = countRetries()

  /** `count`: the wake-ups before the read, so that a wake-up during the read is not missed. */
  function pageFrom(next: readonly number[]): { count: number; page: Promise<Page> } {
    const count = wakeUps[topic].last()
    const read = async () => {
      const ends = await reader.ends(topic)
      checkNotBeyond(partitions, next, ends)
      const batch = await reader.page(topic, next, ends, maxBatch)
      const after = afterBatch(next, batch)
      return { batch, after, isLast: after.every((offset, partition) => offset === itemAt(ends, partition)) }
    }
    return { count, page: read() }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const resumed = await resume(partitions)
    let next: readonly number[] = partitions.map((partition) => resumed.get(partition) ?? 0)
    // Under load the next page is prefetched while this one is handled.
    let prefetched: ReturnType<typeof pageFrom> | null = null
    while (!signal.aborted) {
      const { count, page } = prefetched ?? pageFrom(next)
      prefetched = null
      const { batch, after, isLast } = await page
      if (signal.aborted) return
      next = after
      if (batch.length >= maxBatch / 2) {
        prefetched = pageFrom(next)
        // A rejection is handled where the page is awaited.
        prefetched.page.then(({ batch }) => onPrefetched?.(batch)).catch(() => {})
      }
      if (batch.length > 0) await handle(batch)
      retries.reset()
      if (isLast && !prefetched) await wakeUps[topic].after(count, pollMs, signal)
    }
  }

  return keepFollowing({
    follow,
    onFailed: (error) => log.warn(`${group} retries reading ${topic}: ${errorMessage(error)}`),
    onStopped,
    retries,
  })
}

interface Page {
  readonly batch: readonly RecordedEvent[]
  /** The next offset of each partition. */
  readonly after: number[]
  /** No further events existed at the time of the read. */
  readonly isLast: boolean
}

function afterBatch(next: readonly number[], batch: readonly RecordedEvent[]): number[] {
  const advanced = [...next]
  for (const { partition, offset } of batch) advanced[partition] = offset + 1
  return advanced
}
