import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import type { Log } from '../../log/log.ts'
import type { ToAppend } from '../append-batch.ts'
import { createBatcher } from '../batcher.ts'
import { checkNewEvent } from '../check-new-event.ts'
import type { Ledger, Subscription } from '../ledger.ts'
import { partitionOf } from '../partition-of.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import { kafkaAppender } from './appender.ts'
import { joinGroup } from './group-member.ts'
import { openLine } from './line.ts'
import { openProducer } from './producer.ts'
import { kafkaReader } from './reader.ts'
import { isLoginRefused, reasonOf } from './reason-of.ts'
import { subscribeToKafka } from './subscription.ts'
import { openAdmin } from './topic-admin.ts'
import { requireTopics, TopicsError } from './topics.ts'

export interface KafkaLedgerOptions {
  readonly address: KafkaLedgerAddress
  readonly log?: Log
  /** How long the first event of a batch waits for others, ms. */
  readonly lingerMs?: number
  /** A batch has at most this many bytes: less than the 8 MiB that Kafka takes at once for a partition. */
  readonly batchBytes?: number
  /** Above this many bytes waiting, appends are refused with LedgerBusyError. */
  readonly queueBytes?: number
  /** How long to go on trying when Kafka is away, ms, before an append or a reading fails. */
  readonly patienceMs?: number
  /** Told when replacing a reader that hears nothing does not help: this process should end and be started again. */
  onStuck?(reason: Error): void
}

/** What an event costs in memory beside its bytes, roughly. */
const overheadBytes = 500
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * The ledger in topics of Kafka. Waits for a Kafka that is away; throws TopicsError when its topics are missing or not
 * as they must be, and an Error when it refuses the login. Offsets are contiguous since nothing here writes
 * transactions, and nothing else may write to these topics.
 */
export async function kafkaLedger(options: KafkaLedgerOptions): Promise<Ledger> {
  const { address, log = quiet, patienceMs = 10_000, onStuck } = options
  await checkTopics(address, log)
  const nameOf = (topic: Topic) => topicName(address.prefix, topic)
  const reader = kafkaReader({
    open: () => openLine(address, [nameOf('events'), nameOf('rules')]),
    patienceMs,
    log,
  })
  const subscriptions = new Set<Subscription>()
  let closed = false

  function appenderOf(topic: Topic) {
    const appender = kafkaAppender({
      topic: nameOf(topic),
      open: () => openProducer(address, patienceMs),
      patienceMs,
      log,
    })
    const batcher = createBatcher<ToAppend, Position>({
      bytesOf: ({ key, bytes }) => bytes.length + key.length + overheadBytes,
      lingerMs: options.lingerMs ?? 2,
      batchBytes: options.batchBytes ?? 4 * 1024 * 1024,
      queueBytes: options.queueBytes ?? 64 * 1024 * 1024,
      send: (batch) => appender.send(batch),
    })
    return { appender, batcher }
  }
  const appenders = { events: appenderOf('events'), rules: appenderOf('rules') } satisfies Record<
    Topic,
    unknown
  >

  return {
    engine: 'Kafka',
    async append(topic, event) {
      if (closed) throw new Error('the ledger is closed')
      checkNewEvent(event)
      return appenders[topic].batcher.add({ ...event, partition: partitionOf(topic, event.key) })
    },
    read(topic, from, { to, maxBatch = 500 } = {}) {
      const atTheCall = reader.ends(nameOf(topic), topics[topic].partitions)
      // Its failure is thrown where it is awaited, which may be later.
      atTheCall.catch(() => {})
      async function* pages(): AsyncGenerator<readonly RecordedEvent[]> {
        const ends = await atTheCall
        const stop = ends.map((end, partition) => Math.min(end, to?.[partition] ?? end))
        yield* reader.read(nameOf(topic), from, stop, maxBatch)
      }
      return pages()
    },
    subscribe(wanted) {
      if (closed) throw new Error('the ledger is closed')
      const subscription = subscribeToKafka(wanted, {
        topic: nameOf(wanted.topic),
        group: `${address.prefix}-${wanted.group}`,
        partitions: topics[wanted.topic].partitions,
        join: (member) => joinGroup(address, member),
        log,
        stuckAfterMs: address.silenceMs,
        ...(onStuck ? { onStuck } : {}),
        onStopped: () => subscriptions.delete(subscription),
      })
      subscriptions.add(subscription)
      return subscription
    },
    at: (topic, position) => reader.at(nameOf(topic), position),
    ends: (topic) => reader.ends(nameOf(topic), topics[topic].partitions),
    async close() {
      closed = true
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()))
      await Promise.all([appenders.events.batcher.drained(), appenders.rules.batcher.drained()])
      await Promise.all([appenders.events.appender.close(), appenders.rules.appender.close(), reader.close()])
    },
  }
}

async function checkTopics(address: KafkaLedgerAddress, log: Log): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      const admin = await openAdmin(address)
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
        throw new Error(`${where} does not let ${address.login?.username} in: ${reason}`)
      log.warn(`waiting for ${where}: ${reason}`)
      await backOff(failures, new AbortController().signal)
    }
  }
}
