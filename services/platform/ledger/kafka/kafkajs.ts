import { type Cluster, type Consumer, Kafka, logLevel, PartitionAssigners } from 'kafkajs'
import { z } from 'zod'
import type { Fetched, GroupLine, Line, Making, Producer, TopicAdmin, TopicFound } from './client.ts'
import { ownSockets, type Sockets } from './sockets.ts'

// All that is asked of kafkajs, in this one file. Each client has connections of its own and is thrown away after a failure: one that
// has failed may hang, or send under numbers that the broker has seen with other contents.

export interface KafkaAddress {
  readonly brokers: readonly string[]
}

/** `ConfigResourceTypes.TOPIC`, which a program that Node loads cannot import by name. */
const topicResource = 2
const requestTimeoutMs = 10_000
/** Who reads or asks tries again with a client of its own. */
const shortMs = 1000
/** A member of a group that comes back under its old name takes its place at once; a new one waits until the old one is forgotten. */
const longMs = 20_000

/** What a client tries again by itself, for about `ms` in all. */
function retryFor(ms: number) {
  return { initialRetryTime: 100, maxRetryTime: 500, retries: Math.max(1, Math.ceil(ms / 450)) }
}

/** kafkajs logs nothing: what fails is told by whoever asked for it. */
function clientOf({ brokers }: KafkaAddress, sockets: Sockets, retryMs: number): Kafka {
  return new Kafka({
    clientId: 'stepledger',
    brokers: [...brokers],
    connectionTimeout: 5000,
    requestTimeout: requestTimeoutMs,
    retry: retryFor(retryMs),
    socketFactory: (to) => sockets.open(to),
    logLevel: logLevel.NOTHING,
  })
}

/** Appends in the order of the calls, acknowledged by all replicas in sync. `retryMs` is about how long kafkajs itself tries again. */
export async function openProducer(address: KafkaAddress, retryMs: number): Promise<Producer> {
  const sockets = ownSockets()
  // An idempotent producer should not stop short of what it began; whoever gives it up abandons it.
  const producer = clientOf(address, sockets, retryMs).producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  })
  const abandon = () => {
    sockets.abandon()
    producer.disconnect().catch(() => {})
  }
  await producer.connect().catch((error) => {
    abandon()
    throw error
  })
  return {
    async send(topic, events) {
      const messages = events.map(({ partition, key, bytes }) => ({ partition, key, value: asBuffer(bytes) }))
      const answers = await producer.sendBatch({ acks: -1, topicMessages: [{ topic, messages }] })
      return new Map(answers.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]))
    },
    abandon,
    async close() {
      await producer.disconnect().finally(() => sockets.abandon())
    },
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** What reads without a group. */
export async function openLine(address: KafkaAddress, topics: readonly string[]): Promise<Line> {
  const sockets = ownSockets()
  const { consumer, cluster } = consumerOf(clientOf(address, sockets, shortMs), 'stepledger-reader')
  return connected(cluster, consumer, sockets, topics)
}

export interface GroupOptions {
  readonly topic: string
  readonly group: string
  onAssigned(partitions: readonly number[]): void
  onLost(): void
  onSign(what: 'heartbeat' | 'fetch'): void
  onFailed(error: Error): void
}

/**
 * A member of a group, which tells it the partitions that it is to read; it reads them by the same line. Offsets are neither kept in the
 * group nor read from it.
 */
export async function joinGroup(address: KafkaAddress, options: GroupOptions): Promise<GroupLine> {
  const { topic, group, onAssigned, onLost, onSign, onFailed } = options
  const sockets = ownSockets()
  const { consumer, cluster } = consumerOf(clientOf(address, sockets, longMs), group)
  const { GROUP_JOIN, REBALANCING, HEARTBEAT, FETCH, CRASH } = consumer.events
  consumer.on(GROUP_JOIN, ({ payload }) => {
    const partitions = payload.memberAssignment[topic] ?? []
    // The group only says who reads what. Its own reading rests, and its loop is left with the heartbeats.
    consumer.pause([{ topic, partitions }])
    onAssigned([...partitions].sort((a, b) => a - b))
  })
  consumer.on(REBALANCING, onLost)
  consumer.on(HEARTBEAT, () => onSign('heartbeat'))
  consumer.on(FETCH, () => onSign('fetch'))
  consumer.on(CRASH, ({ payload }) => onFailed(payload.error))
  const line = await connected(cluster, consumer, sockets, [topic])
  try {
    await consumer.subscribe({ topic })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} })
  } catch (error) {
    line.abandon()
    throw error
  }
  return line
}

/**
 * kafkajs reads by groups alone. Underneath lies what this ledger needs, reading from any offset up to any other, and its typed, public way
 * there is by what assigns partitions: that is given the cluster which the consumer stands on.
 */
function consumerOf(kafka: Kafka, groupId: string): { consumer: Consumer; cluster: Cluster } {
  const clusters: Cluster[] = []
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: 6000,
    heartbeatInterval: 1000,
    // How often the resting loop looks whether it is to stop or to send a heartbeat.
    maxWaitTimeInMs: 250,
    allowAutoTopicCreation: false,
    readUncommitted: true,
    retry: { ...retryFor(longMs), restartOnFailure: async () => false },
    partitionAssigners: [
      (config) => {
        clusters.push(config.cluster)
        return PartitionAssigners.roundRobin(config)
      },
    ],
  })
  const [cluster] = clusters
  if (!cluster) throw new Error('kafkajs gives no cluster to what assigns partitions')
  return { consumer, cluster }
}

const fetchAnswer = z.object({
  responses: z.array(
    z.object({
      partitions: z.array(
        z.object({
          partition: z.int(),
          messages: z.array(z.object({ offset: z.string(), value: z.instanceof(Buffer).nullable() })),
        }),
      ),
    }),
  ),
})

async function connected(
  cluster: Cluster,
  consumer: Consumer,
  sockets: Sockets,
  topics: readonly string[],
): Promise<GroupLine> {
  const abandon = () => {
    sockets.abandon()
    consumer.disconnect().catch(() => {})
  }
  try {
    await consumer.connect()
    await cluster.addMultipleTargetTopics([...topics])
  } catch (error) {
    abandon()
    throw error
  }
  return {
    async ends(topic, count) {
      const partitions = Array.from({ length: count }, (_, partition) => ({ partition }))
      const [found] = await cluster.fetchTopicsOffset([{ topic, partitions, fromBeginning: false }])
      const ends = new Map(found?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
      return partitions.map(({ partition }) => {
        const end = ends.get(partition)
        if (end === undefined) throw new Error(`Kafka does not say where ${topic} ${partition} ends`)
        return end
      })
    },
    leaders: (topic, partitions) =>
      new Map(Object.entries(cluster.findLeaderForPartitions(topic, [...partitions]))),
    async fetch(topic, leader, wanted, { maxWaitMs, maxBytes }): Promise<Fetched[]> {
      const broker = await cluster.findBroker({ nodeId: leader })
      const partitions = wanted.map(({ partition, offset }) => ({
        partition,
        fetchOffset: String(offset),
        maxBytes: Math.min(maxBytes, 1024 * 1024),
      }))
      const answer = await broker.fetch({
        replicaId: -1,
        isolationLevel: 0,
        maxWaitTime: maxWaitMs,
        minBytes: 1,
        maxBytes,
        topics: [{ topic, partitions }],
      })
      return fetchAnswer.parse(answer).responses.flatMap((response) => response.partitions)
    },
    refresh: () => cluster.refreshMetadata(),
    abandon,
    async leave() {
      await consumer.disconnect().finally(() => sockets.abandon())
    },
  }
}

/** What makes topics and tells how they were made. */
export async function openAdmin(address: KafkaAddress): Promise<TopicAdmin> {
  const sockets = ownSockets()
  const admin = clientOf(address, sockets, shortMs).admin()
  await admin.connect().catch((error) => {
    sockets.abandon()
    throw error
  })
  return {
    brokers: async () => (await admin.describeCluster()).brokers.length,
    async find(name): Promise<TopicFound | null> {
      if (!(await admin.listTopics()).includes(name)) return null
      const [topic] = (await admin.fetchTopicMetadata({ topics: [name] })).topics
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: topicResource, name }],
      })
      const entries = resources[0]?.configEntries ?? []
      return {
        partitions: topic?.partitions.length ?? 0,
        replicas: Math.min(...(topic?.partitions ?? []).map(({ replicas }) => replicas.length)),
        settings: new Map(entries.map(({ configName, configValue }) => [configName, configValue])),
      }
    },
    async make({ name, partitions, replicas, settings }: Making) {
      const configEntries = [...settings].map(([name, value]) => ({ name, value }))
      return admin.createTopics({
        // kafkajs' own waiting fails where a broker has not heard of the topic yet: whoever makes it looks for it.
        waitForLeaders: false,
        topics: [{ topic: name, numPartitions: partitions, replicationFactor: replicas, configEntries }],
      })
    },
    remove: (names) => admin.deleteTopics({ topics: [...names] }),
    async close() {
      await admin.disconnect().finally(() => sockets.abandon())
    },
  }
}
