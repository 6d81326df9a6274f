import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { TimeoutError } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import { checkNotBeyond } from '../check-not-beyond.ts'
import type { Retries } from '../keep-following.ts'
import type { SubscriptionOptions } from '../ledger.ts'
import type { Assignment } from './assignments.ts'
import type { GroupClient } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import { reasonOf } from './reason-of.ts'
import { StuckError } from './watchdog.ts'

interface FollowOptions extends Pick<SubscriptionOptions, 'maxBatch' | 'resume' | 'handle' | 'onPrefetched'> {
  /** The name of the topic in Kafka, and its number of partitions. */
  readonly topic: string
  readonly count: number
  readonly group: string
  readonly retries: Retries
  readonly log: Log
  /** Called when one batch has taken longer than `handleTimeoutMs`. */
  onStuck?(reason: Error): void
}

const handleTimeoutMs = 300_000

/**
 * Reads the assigned partitions until they are revoked. Retries after client errors: the member rejoins the group by
 * itself, or the watchdog finds it stuck.
 */
export async function followPartitions(
  client: GroupClient,
  assignment: Assignment,
  options: FollowOptions,
): Promise<void> {
  const { group, topic, retries, log } = options
  const { revoked } = assignment
  while (!revoked.aborted)
    try {
      await readAndHandle(client, assignment, options)
    } catch (error) {
      if (revoked.aborted) return
      // Responses in flight on this connection never arrive.
      if (error instanceof TimeoutError) throw new StuckError(error.message)
      log.warn(`${group} retries reading ${topic}: ${reasonOf(error)}`)
      await retries.pause(revoked)
      await client.refresh().catch(() => {})
    }
}

async function readAndHandle(
  client: GroupClient,
  { partitions, revoked }: Assignment,
  { topic, count, maxBatch, resume, handle, onPrefetched, retries, onStuck }: FollowOptions,
): Promise<void> {
  async function handleWithTimer(batch: readonly RecordedEvent[]): Promise<void> {
    const timer = setTimeout(() => {
      onStuck?.(new Error(`a batch of ${topic} has not been handled for ${handleTimeoutMs} ms`))
    }, handleTimeoutMs)
    try {
      await handle(batch)
    } finally {
      clearTimeout(timer)
    }
  }

  const resumed = await resume(partitions)
  const next = Array.from({ length: count }, (_, partition) => resumed.get(partition) ?? 0)
  checkNotBeyond(partitions, next, await client.ends(topic, count))
  for await (const page of fetchPages(client, { topic, partitions, next, signal: revoked })) {
    const batches = [...batchesOf(page, maxBatch)]
    for (const [i, batch] of batches.entries()) {
      if (revoked.aborted) return
      const handling = handleWithTimer(batch)
      const following = batches[i + 1]
      if (following) onPrefetched?.(following)
      await handling
      retries.reset()
    }
  }
}
