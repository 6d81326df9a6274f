import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { partitionsOf, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import { type Log, silentLog } from '../../log/log.ts'
import { batchAppends, checkNewEvent } from '../append-batch.ts'
import { type Ledger, LedgerUnavailableError, partitionOf, type Subscription } from '../ledger.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import { kafkaAppender } from './appender.ts'
import { openFetchClient } from './fetch-client.ts'
import { joinGroup } from './group-member.ts'
import { openProducer } from './producer.ts'
import { kafkaReader } from './reader.ts'
import { isLoginRefused, reasonOf } from './reason-of.ts'
import { subscribeToKafka } from './subscription.ts'
import { openAdmin } from './topic-admin.ts'
import { requireTopics, TopicsError } from './topics.ts'

export interface KafkaLedgerOptions {
  readonly address: KafkaLedgerAddress
  readonly log?: Log
  /** How long appends and reads are retried while Kafka is unavailable, ms. Default: 4 s and 10 s. */
  readonly timeoutMs?: number
  /** Opens also while Kafka does not answer; its topics are checked when it does, with `onStuck` if they are wrong. */
  readonly mayBeAway?: boolean
  /** How long to wait for an answer before the ledger is open, ms. Default: forever. */
  readonly openWithinMs?: number
  /** Called when replacing unresponsive readers does not help: the process should exit and be restarted. */
  onStuck?(reason: Error): void
}

/**
 * Longer than a change of the leader takes. The game waits for it, and for twice as long behind a batch that fails; a play
 * that is answered 503 meanwhile is sent again and keeps its id.
 */
export const appendSeconds = 4

/** Maximum size of a batch, bytes; below max.message.bytes, 8 MiB, of a partition's record batch. */
const batchBytes = 4 * 1024 * 1024

/**
 * The ledger in topics of Kafka. Waits until Kafka is available, unless it `mayBeAway`; after `openWithinMs` throws
 * LedgerUnavailableError. Throws TopicsError if a topic is missing or has wrong settings, and an Error if the login is
 * refused. Offsets are contiguous because transactions are not used; nothing
 * else may write to these topics.
 */
export async function kafkaLedger(options: KafkaLedgerOptions): Promise<Ledger> {
  const { address, log = silentLog, timeoutMs = 10_000, onStuck } = options
  const closing = new AbortController()
  const checking = checkTopics(address, log, closing.signal, options.openWithinMs)
  if (!options.mayBeAway) await checking
  else
    checking.catch((error: unknown) => {
      if (error instanceof Error) onStuck?.(error)
    })
  const partitions = partitionsOf(address.partitions)
  const nameOf = (topic: Topic) => topicName(address.prefix, topic)
  const reader = kafkaReader(address, {
    open: () => openFetchClient(address, [nameOf('events'), nameOf('rules')]),
    timeoutMs,
    log,
  })
  const subscriptions = new Set<Subscription>()
  let closed = false

  function appenderOf(topic: Topic) {
    const appendMs = options.timeoutMs ?? appendSeconds * 1000
    const appender = kafkaAppender({
      topic: nameOf(topic),
      open: () => openProducer(address, appendMs),
      timeoutMs: appendMs,
      log,
    })
    return { appender, batcher: batchAppends(appender.send, { batchBytes }) }
  }
  const appenders: Record<Topic, ReturnType<typeof appenderOf>> = {
    events: appenderOf('events'),
    rules: appenderOf('rules'),
  }

  return {
    engine: 'Kafka',
    isInDatabase: false,
    partitions,
    async append(topic, event) {
      if (closed) throw new Error('the ledger is closed')
      checkNewEvent(event)
      return appenders[topic].batcher.add({ ...event, partition: partitionOf(partitions[topic], event.key) })
    },
    read(topic, from, { to, maxBatch = 500 } = {}) {
      const endsAtCall = reader.ends(topic)
      // A rejection is handled where the promise is awaited.
      endsAtCall.catch(() => {})
      async function* pages(): AsyncGenerator<readonly RecordedEvent[]> {
        const ends = await endsAtCall
        const stop = ends.map((end, partition) => Math.min(end, to?.[partition] ?? end))
        yield* reader.read(topic, from, stop, maxBatch)
      }
      return pages()
    },
    subscribe(request) {
      if (closed) throw new Error('the ledger is closed')
      const subscription = subscribeToKafka(request, {
        topic: nameOf(request.topic),
        group: `${address.prefix}-${request.group}`,
        partitions: partitions[request.topic],
        join: (member) => joinGroup(address, member),
        log,
        stuckAfterMs: address.silenceMs,
        ...(onStuck ? { onStuck } : {}),
        onStopped: () => subscriptions.delete(subscription),
      })
      subscriptions.add(subscription)
      return subscription
    },
    at: reader.at,
    ends: reader.ends,
    async close() {
      closed = true
      closing.abort()
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.all([appenders.events.batcher.drained(), appenders.rules.batcher.drained()])
      reader.close()
      await Promise.all([appenders.events.appender.close(), appenders.rules.appender.close()])
    },
  }
}

/** Waits until Kafka answers, or the signal is aborted. With `withinMs` logs nothing, and its error has the reason. */
async function checkTopics(
  address: KafkaLedgerAddress,
  log: Log,
  signal: AbortSignal,
  withinMs?: number,
): Promise<void> {
  const deadline = withinMs === undefined ? null : performance.now() + withinMs
  const leftMs = () => (deadline === null ? undefined : Math.max(1, deadline - performance.now()))
  let firstReason: string | null = null
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const admin = await openAdmin(address, leftMs())
      try {
        return await requireTopics(admin, address)
      } finally {
        await admin.close()
      }
    } catch (error) {
      if (error instanceof TopicsError) throw error
      const where = `Kafka at ${address.brokers.join()}`
      const reason = reasonOf(error)
      if (isLoginRefused(error))
        throw new Error(`${where} refuses the login of ${address.login?.username}: ${reason}`)
      // The last attempt may only have run out of time.
      firstReason ??= reason
      if (deadline === null) log.warn(`waiting for ${where}: ${reason}`)
      else if (performance.now() >= deadline)
        throw new LedgerUnavailableError(`${where} does not answer: ${firstReason}`, { cause: error })
      await backOff(failures, signal, leftMs())
    }
  }
}
