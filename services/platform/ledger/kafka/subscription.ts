import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { TimeoutError, unlessAborted, withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import { checkNotBeyond } from '../check-not-beyond.ts'
import { countRetries, keepFollowing } from '../keep-following.ts'
import type { Subscription, SubscriptionOptions } from '../ledger.ts'
import type { GroupClient } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import type { GroupOptions } from './group-member.ts'
import { mailbox } from './mailbox.ts'
import { reasonOf } from './reason-of.ts'
import { watchdog } from './watchdog.ts'

interface KafkaSubscriptionParts {
  /** The name of the topic in Kafka. */
  readonly topic: string
  readonly group: string
  /** Number of partitions of the topic. */
  readonly partitions: number
  join(options: GroupOptions): Promise<GroupClient>
  readonly log: Log
  /** A member without a heartbeat or fetch for this long is stuck, ms. */
  readonly stuckAfterMs: number
  /** Called when several members in a row were stuck, or one batch has taken longer than `handleTimeoutMs`. */
  onStuck?(reason: Error): void
  onStopped(): void
}

const leaveTimeoutMs = 2000
const handleTimeoutMs = 300_000
const maxBackOffMs = 1000
/** After this many stuck members in a row, the process itself is suspected. */
const maxStuckInARow = 3

/** Kafka accepts connections but does not respond, or kafkajs hangs. */
class StuckError extends Error {}

/**
 * Follows the partitions that the group assigns to this reader. After a rebalance the current batch is finished and
 * `resume` is called again, so a batch of a partition that was reassigned may still be handled: the checkpoint's fence
 * rejects it. Failures are retried forever; a member that fails or is stuck is replaced. If replacing does not help,
 * `onStuck` is called once.
 */
export function subscribeToKafka(options: SubscriptionOptions, parts: KafkaSubscriptionParts): Subscription {
  const { maxBatch, resume, handle } = options
  const { topic, group, join, log, stuckAfterMs, onStuck, onStopped } = parts
  const retries = countRetries(maxBackOffMs)
  let stuck = 0

  /** Reads `partitions` until the signal is aborted because they were revoked. */
  async function follow(
    client: GroupClient,
    partitions: readonly number[],
    signal: AbortSignal,
  ): Promise<void> {
    const resumed = await resume(partitions)
    const next = Array.from({ length: parts.partitions }, (_, partition) => resumed.get(partition) ?? 0)
    checkNotBeyond(partitions, next, await client.ends(topic, parts.partitions))
    for await (const page of fetchPages(client, { topic, partitions, next, signal }))
      for (const batch of batchesOf(page, maxBatch)) {
        if (signal.aborted) return
        await handleWithTimer(batch)
        retries.reset()
      }
  }

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

  /** Reads as one member of the group, until that fails or the subscription stops. */
  async function runMember(stopping: AbortSignal): Promise<void> {
    const leaving = new AbortController()
    const assignments = mailbox<Assignment>()
    let current: Assignment | null = null
    const revoke = (reason?: Error) => {
      current?.revoked.abort()
      current = reason ? { failed: reason, partitions: [], revoked: new AbortController() } : null
      if (current) assignments.put(current)
    }
    const watch = watchdog({
      signs: ['heartbeat', 'fetch'],
      ms: stuckAfterMs,
      onStuck: (sign) =>
        leave(new StuckError(`the reader of ${topic} had no ${sign} for ${stuckAfterMs} ms`)),
    })
    const leave = (reason: Error) => {
      leaving.abort(reason)
      revoke(reason)
    }
    const onStop = () => leave(new Error('stopped'))
    stopping.addEventListener('abort', onStop)
    let client: GroupClient | null = null
    try {
      const joining = join({
        topic,
        group,
        signal: leaving.signal,
        onAssigned(partitions) {
          current?.revoked.abort()
          current = { failed: null, partitions, revoked: new AbortController() }
          assignments.put(current)
        },
        onLost: () => revoke(),
        onSign(sign) {
          stuck = 0
          watch.reset(sign)
        },
        onFailed: (error) => revoke(error),
      })
      client = await unlessAborted(leaving.signal, joining)
      while (!stopping.aborted) {
        const { failed, partitions, revoked } = await assignments.take()
        if (stopping.aborted) return
        if (failed) throw failed
        await followUntilRevoked(client, partitions, revoked.signal)
      }
    } finally {
      watch.stop()
      stopping.removeEventListener('abort', onStop)
      if (client) {
        const { leave, abandon } = client
        await withDeadline(leaveTimeoutMs, leave(), 'leaving the group').catch(abandon)
      }
    }
  }

  /** Retries after client errors: the member rejoins the group by itself, or the watchdog finds it stuck. */
  async function followUntilRevoked(
    client: GroupClient,
    partitions: readonly number[],
    revoked: AbortSignal,
  ): Promise<void> {
    while (!revoked.aborted)
      try {
        await follow(client, partitions, revoked)
      } catch (error) {
        if (revoked.aborted) return
        // Responses in flight on this connection never arrive.
        if (error instanceof TimeoutError) throw new StuckError(error.message)
        log.warn(`${group} retries reading ${topic}: ${reasonOf(error)}`)
        await retries.pause(revoked)
        await client.refresh().catch(() => {})
      }
  }

  return keepFollowing({
    follow: runMember,
    onFailed(error) {
      log.warn(`${group} rejoins the group for ${topic}: ${reasonOf(error)}`)
      if (error instanceof StuckError && ++stuck === maxStuckInARow)
        onStuck?.(new Error(`${error.message}, ${maxStuckInARow} times in a row`))
    },
    onStopped,
    retries,
  })
}

/** The assigned partitions until they are revoked, or the error of the member. */
interface Assignment {
  readonly partitions: readonly number[]
  readonly failed: Error | null
  readonly revoked: AbortController
}
