import { unlessAborted, withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import { countRetries, keepFollowing } from '../keep-following.ts'
import type { Subscription, SubscriptionOptions } from '../ledger.ts'
import { memberAssignments } from './assignments.ts'
import type { GroupClient } from './client.ts'
import { followPartitions } from './follow-partitions.ts'
import type { GroupOptions } from './group-member.ts'
import { reasonOf } from './reason-of.ts'
import { StuckError, watchdog } from './watchdog.ts'

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
