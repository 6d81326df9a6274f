import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { TimeoutError, unlessAborted, withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import { checkNotBeyond, countRetries, keepFollowing, type Retries } from '../keep-following.ts'
import type { Subscription, SubscriptionOptions } from '../ledger.ts'
import type { GroupClient } from './client.ts'
import { batchesOf, fetchPages, mailbox } from './fetch-pages.ts'
import type { GroupOptions } from './group-member.ts'
import { reasonOf } from './reason-of.ts'

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
  /** Called when several members in a row were stuck, or one batch takes too long. */
  onStuck?(reason: Error): void
  onStopped(): void
}

const leaveTimeoutMs = 2000
const maxBackOffMs = 1000
/** After this many stuck members in a row, the process itself is suspected. */
const maxStuckInARow = 3

/**
 * Follows the partitions that the group assigns to this reader. After a rebalance the current batch is finished and
 * `resume` is called again, so a batch of a partition that was reassigned may still be handled: the checkpoint's fence
 * rejects it. Failures are retried forever; a member that fails or is stuck is replaced. If replacing does not help,
 * `onStuck` is called once.
 */
export function subscribeToKafka(options: SubscriptionOptions, parts: KafkaSubscriptionParts): Subscription {
  const { topic, group, join, log, stuckAfterMs, onStuck, onStopped } = parts
  const retries = countRetries(maxBackOffMs)
  const following = { ...options, ...parts, count: parts.partitions, retries }
  let stuck = 0

  /** Reads as one member of the group, until that fails or the subscription stops. */
  async function runMember(stopping: AbortSignal): Promise<void> {
    const leaving = new AbortController()
    const assignments = memberAssignments()
    const leave = (reason: Error) => {
      leaving.abort(reason)
      assignments.fail(reason)
    }
    const watch = watchdog({
      signs: ['heartbeat', 'fetch'],
      ms: stuckAfterMs,
      onStuck: (sign) =>
        leave(new StuckError(`the reader of ${topic} had no ${sign} for ${stuckAfterMs} ms`)),
    })
    const onStop = () => leave(new Error('stopped'))
    stopping.addEventListener('abort', onStop)
    let client: GroupClient | null = null
    try {
      const joining = join({
        topic,
        group,
        signal: leaving.signal,
        onAssigned: assignments.assign,
        onLost: assignments.revoke,
        onSign(sign) {
          stuck = 0
          watch.reset(sign)
        },
        onFailed: assignments.fail,
      })
      client = await unlessAborted(leaving.signal, joining)
      while (!stopping.aborted) await followPartitions(client, await assignments.next(), following)
    } finally {
      watch.stop()
      stopping.removeEventListener('abort', onStop)
      if (client) {
        const { leave, abandon } = client
        await withDeadline(leaveTimeoutMs, leave(), 'leaving the group').catch(abandon)
      }
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
async function followPartitions(
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

/** The partitions that a group assigned to a member. */
interface Assignment {
  readonly partitions: readonly number[]
  /** Aborted when they are revoked. */
  readonly revoked: AbortSignal
}

interface Assignments {
  /** Replaces the current assignment. */
  assign(partitions: readonly number[]): void
  revoke(): void
  /** Revokes the current assignment: the member has failed. */
  fail(reason: Error): void
  /** Resolves with the next assignment, once there is one; rejects after a failure. One caller at a time. */
  next(): Promise<Assignment>
}

/** The assignments of one member, in order. */
function memberAssignments(): Assignments {
  const queue = mailbox<Assignment | Error>()
  let revoking = new AbortController()
  return {
    assign(partitions) {
      revoking.abort()
      revoking = new AbortController()
      queue.put({ partitions, revoked: revoking.signal })
    },
    revoke: () => revoking.abort(),
    fail(reason) {
      revoking.abort()
      queue.put(reason)
    },
    async next() {
      const next = await queue.take()
      if (next instanceof Error) throw next
      return next
    },
  }
}

/** Watches for missing signs of life. */
interface Watchdog<Sign extends string> {
  reset(sign: Sign): void
  stop(): void
}

/** Kafka accepts connections but does not respond, or kafkajs hangs. */
class StuckError extends Error {}

const ticks = 20

/**
 * Calls `onStuck` once, when one of `signs` was not reset for `ms`. Counts timer ticks instead of elapsed time: a pause
 * of this process is one tick, and is not mistaken for the silence of others.
 */
export function watchdog<Sign extends string>(options: {
  readonly signs: readonly Sign[]
  readonly ms: number
  onStuck(sign: Sign): void
}): Watchdog<Sign> {
  const { signs, ms, onStuck } = options
  const silent = new Map(signs.map((sign) => [sign, 0]))
  const timer = setInterval(() => {
    for (const [sign, count] of silent) {
      silent.set(sign, count + 1)
      if (count + 1 < ticks) continue
      clearInterval(timer)
      onStuck(sign)
      return
    }
  }, ms / ticks)
  return {
    reset: (sign) => void silent.set(sign, 0),
    stop: () => clearInterval(timer),
  }
}
