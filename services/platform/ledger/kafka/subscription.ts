import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { backOff } from '../../async/back-off.ts'
import { TimeoutError, unlessAborted, withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import type { Subscription, SubscriptionOptions } from '../ledger.ts'
import type { GroupLine } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import type { GroupOptions } from './group-member.ts'
import { mailbox } from './mailbox.ts'
import { reasonOf } from './reason-of.ts'
import { watchdog } from './watchdog.ts'

export interface KafkaSubscriptionParts {
  /** The topic as Kafka knows it. */
  readonly topic: string
  readonly group: string
  /** How many partitions the topic has. */
  readonly partitions: number
  join(options: GroupOptions): Promise<GroupLine>
  readonly log: Log
  /** Without a heartbeat for so long, ms, a member is taken for stuck. */
  readonly stuckAfterMs: number
  /** Several members in a row were stuck, or a batch has been at hand for `handleWithinMs`: nothing here can help. */
  onStuck?(reason: Error): void
  readonly handleWithinMs?: number
  onStopped(): void
}

const goodbyeMs = 2000
const longestPauseMs = 1000
/** This many members in a row, of which none was heard: what they have in common is this process. */
const stuckInARow = 3

/** Kafka takes connections and answers nothing, or kafkajs has lost itself. */
class StuckError extends Error {}

/**
 * Follows the partitions that the group gives to this reader. When they are shared again, the batch at hand is finished
 * and `resume` asked again, so a batch of a partition that is another's by now may still be handled: the checkpoint's
 * fence refuses it. Whatever fails is tried again for ever; a member that fails, or gives no sign of life, is replaced
 * by a new one. Who hears nothing in spite of that says so, once, and goes on.
 */
export function subscribeToKafka(options: SubscriptionOptions, parts: KafkaSubscriptionParts): Subscription {
  const { maxBatch, resume, handle } = options
  const { topic, group, join, log, stuckAfterMs, onStuck, handleWithinMs = 300_000, onStopped } = parts
  const stopping = new AbortController()
  let failures = 0
  let stuck = 0

  /** Reads `partitions` until the signal says that they are no longer to be read. */
  async function follow(line: GroupLine, partitions: readonly number[], signal: AbortSignal): Promise<void> {
    const resumed = await resume(partitions)
    const next = Array.from({ length: parts.partitions }, (_, partition) => resumed.get(partition) ?? 0)
    const ends = await line.ends(topic, parts.partitions)
    const beyond = partitions.find((partition) => itemAt(next, partition) > itemAt(ends, partition))
    // A reader that has read more than there is reads another ledger, or one that was set back: waiting would skip what
    // comes now.
    if (beyond !== undefined)
      throw new Error(`wants ${beyond}:${next[beyond]}, but that partition ends at ${ends[beyond]}`)
    for await (const page of fetchPages(line, { topic, partitions, next, signal }))
      for (const batch of batchesOf(page, maxBatch)) {
        if (signal.aborted) return
        await handleWatched(batch)
        failures = 0
      }
  }

  async function handleWatched(batch: readonly RecordedEvent[]): Promise<void> {
    const timer = setTimeout(() => {
      onStuck?.(new Error(`a batch of ${topic} has been at hand for ${handleWithinMs} ms`))
    }, handleWithinMs)
    try {
      await handle(batch)
    } finally {
      clearTimeout(timer)
    }
  }

  /** As one member of the group, until it fails or all is to stop. */
  async function belong(): Promise<void> {
    const leaving = new AbortController()
    const shares = mailbox<Share>()
    let share: Share | null = null
    const end = (reason?: Error) => {
      share?.over.abort()
      share = reason ? { failed: reason, partitions: [], over: new AbortController() } : null
      if (share) shares.put(share)
    }
    const dog = watchdog({
      signs: ['heartbeat', 'fetch'],
      ms: stuckAfterMs,
      onStuck: (sign) =>
        leave(new StuckError(`the reader of ${topic} has given no ${sign} for ${stuckAfterMs} ms`)),
    })
    const leave = (reason: Error) => {
      leaving.abort(reason)
      end(reason)
    }
    const onStop = () => leave(new Error('stopped'))
    stopping.signal.addEventListener('abort', onStop)
    let line: GroupLine | null = null
    try {
      const joining = join({
        topic,
        group,
        signal: leaving.signal,
        onAssigned(partitions) {
          share?.over.abort()
          share = { failed: null, partitions, over: new AbortController() }
          shares.put(share)
        },
        onLost: () => end(),
        onSign(sign) {
          stuck = 0
          dog.heard(sign)
        },
        onFailed: (error) => end(error),
      })
      line = await unlessAborted(leaving.signal, joining)
      while (!stopping.signal.aborted) {
        const { failed, partitions, over } = await shares.take()
        if (stopping.signal.aborted) return
        if (failed) throw failed
        await followUntilOver(line, partitions, over.signal)
      }
    } finally {
      dog.stop()
      stopping.signal.removeEventListener('abort', onStop)
      if (line) {
        const { leave, abandon } = line
        await withDeadline(goodbyeMs, leave(), 'leaving the group').catch(abandon)
      }
    }
  }

  /** Also when the line fails: the member finds its place in the group again, or is found stuck. */
  async function followUntilOver(
    line: GroupLine,
    partitions: readonly number[],
    over: AbortSignal,
  ): Promise<void> {
    while (!over.aborted)
      try {
        await follow(line, partitions, over)
      } catch (error) {
        if (over.aborted) return
        // What is on its way on such a line never comes.
        if (error instanceof TimeoutError) throw new StuckError(error.message)
        failures++
        log.warn(`${group} reads ${topic} again: ${reasonOf(error)}`)
        await backOff(failures, over, longestPauseMs)
        await line.refresh().catch(() => {})
      }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await belong()
      } catch (error) {
        if (stopping.signal.aborted) break
        failures++
        log.warn(`${group} joins the readers of ${topic} again: ${reasonOf(error)}`)
        if (error instanceof StuckError && ++stuck === stuckInARow)
          onStuck?.(new Error(`${error.message}, ${stuckInARow} times in a row`))
        await backOff(failures, stopping.signal, longestPauseMs)
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

/** The partitions to read until it is over, or why there are none. */
interface Share {
  readonly partitions: readonly number[]
  readonly failed: Error | null
  readonly over: AbortController
}
