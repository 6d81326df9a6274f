/// <reference path="./kafkajs-request-queue.d.ts" />
import { type Cluster, type Consumer, Kafka, logLevel, PartitionAssigners, type SASLOptions } from 'kafkajs'
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'
import type { KafkaAddress, KafkaLogin } from './address.ts'
import type { Sockets } from './sockets.ts'

// The only file that creates clients of kafkajs. Each client has its own connections and is discarded after a failure: a
// failed client may hang, or reuse sequence numbers that the broker has already seen with other contents.

const { scheduleCheckPendingRequests } = RequestQueue.prototype

/**
 * Once a connection has had a response, kafkajs 2.2.4 checks every millisecond for pending requests, also when there are
 * none: 3 % of a core for a process that does nothing, with one broker. Requests become pending only in `push`, which
 * schedules the check itself.
 */
RequestQueue.prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this)
}

/** Timeouts of a request and of a connection attempt, ms. */
export const requestMs = 10_000
export const connectMs = 5_000

/** `ConfigResourceTypes.TOPIC`, which Node cannot import by name from a CommonJS package. */
export const topicResource = 2

/**
 * Creates a client that retries for about `retryMs` in total. It logs nothing: callers log failures. `timeoutMs`: of a
 * request and of a connection attempt, if shorter than the usual ones; their timers keep the process alive.
 */
export function kafkajsClient(
  { brokers, tls, login }: KafkaAddress,
  sockets: Sockets,
  retryMs: number,
  timeoutMs = requestMs,
) {
  const retry = { initialRetryTime: 100, maxRetryTime: 500, retries: Math.max(1, Math.ceil(retryMs / 450)) }
  const kafka = new Kafka({
    clientId: 'stepledger',
    brokers: [...brokers],
    ssl: tls,
    ...(login ? { sasl: saslOf(login) } : {}),
    connectionTimeout: Math.min(connectMs, timeoutMs),
    authenticationTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    retry,
    socketFactory: (to) => sockets.open(to),
    logLevel: logLevel.NOTHING,
  })
  return {
    /** An idempotent producer; each message names its partition. */
    producer: () =>
      kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner:
          () =>
          ({ message: { partition } }) => {
            if (partition === undefined) throw new Error('a message for Kafka lacks its partition')
            return partition
          },
      }),
    admin: () => kafka.admin(),
    /** `settings`: the timeouts of the member, ms. */
    consumer: (groupId: string, settings: { sessionTimeout: number; rebalanceTimeout: number }) =>
      consumerOf(kafka, {
        ...settings,
        groupId,
        heartbeatInterval: 1000,
        // Interval at which a paused loop checks for a stop and for a due heartbeat.
        maxWaitTimeInMs: 500,
        allowAutoTopicCreation: false,
        readUncommitted: true,
        retry: { ...retry, restartOnFailure: async () => false },
      }),
  }
}

function saslOf({ mechanism, ...credentials }: KafkaLogin): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...credentials }
    case 'scram-sha-256':
      return { mechanism, ...credentials }
    case 'scram-sha-512':
      return { mechanism, ...credentials }
  }
}

/** A consumer and its cluster. */
export type KafkajsConsumer = ReturnType<ReturnType<typeof kafkajsClient>['consumer']>

/**
 * Creates a consumer and exposes its cluster. The public consumer of kafkajs fetches only as a group member. The ledger
 * reads any range of offsets, which needs the cluster; the only typed, public access to it is a partition assigner.
 */
function consumerOf(
  kafka: Kafka,
  config: Parameters<Kafka['consumer']>[0],
): { consumer: Consumer; cluster: Cluster } {
  const clusters: Cluster[] = []
  const consumer = kafka.consumer({
    ...config,
    groupId: config?.groupId ?? '',
    partitionAssigners: [
      (assigning) => {
        clusters.push(assigning.cluster)
        return PartitionAssigners.roundRobin(assigning)
      },
    ],
  })
  const [cluster] = clusters
  if (!cluster) throw new Error('kafkajs passes no cluster to the partition assigner')
  return { consumer, cluster }
}
