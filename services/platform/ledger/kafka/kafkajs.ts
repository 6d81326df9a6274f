import { type Cluster, type Consumer, Kafka, logLevel, PartitionAssigners, type SASLOptions } from 'kafkajs'
import type { KafkaAddress, KafkaLogin } from './address.ts'
import type { Sockets } from './sockets.ts'

// All that is asked of kafkajs, in this one file: its neighbours work with what it makes. Each client has connections
// of its own and is thrown away after a failure: one that has failed may hang, or send under numbers that the broker
// has seen with other contents.

/** How long Kafka may take to answer one question, and to take a connection, ms. */
export const requestMs = 10_000
export const connectMs = 5_000

/** `ConfigResourceTypes.TOPIC`, which a program that Node loads cannot import by name. */
export const topicResource = 2

/**
 * A client that tries again by itself for about `retryMs` in all. It logs nothing: what fails is logged by its caller.
 */
export function kafkajsClient({ brokers, tls, login }: KafkaAddress, sockets: Sockets, retryMs: number) {
  const retry = { initialRetryTime: 100, maxRetryTime: 500, retries: Math.max(1, Math.ceil(retryMs / 450)) }
  const kafka = new Kafka({
    clientId: 'stepledger',
    brokers: [...brokers],
    ssl: tls,
    ...(login ? { sasl: saslOf(login) } : {}),
    connectionTimeout: connectMs,
    authenticationTimeout: requestMs,
    requestTimeout: requestMs,
    retry,
    socketFactory: (to) => sockets.open(to),
    logLevel: logLevel.NOTHING,
  })
  return {
    /** Idempotent; each message says its partition. */
    producer: () =>
      kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner:
          () =>
          ({ message: { partition } }) => {
            if (partition === undefined) throw new Error('a message for Kafka names no partition')
            return partition
          },
      }),
    admin: () => kafka.admin(),
    /** `settings` beside the name of the group: what its member waits for, ms. */
    consumer: (groupId: string, settings: { sessionTimeout: number; rebalanceTimeout: number }) =>
      consumerOf(kafka, {
        ...settings,
        groupId,
        heartbeatInterval: 1000,
        // How often a loop that rests looks whether it is to stop or to send a heartbeat.
        maxWaitTimeInMs: 250,
        allowAutoTopicCreation: false,
        readUncommitted: true,
        retry: { ...retry, restartOnFailure: async () => false },
      }),
  }
}

function saslOf({ mechanism, ...who }: KafkaLogin): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...who }
    case 'scram-sha-256':
      return { mechanism, ...who }
    case 'scram-sha-512':
      return { mechanism, ...who }
  }
}

/** A consumer and what it stands on. */
export type KafkajsConsumer = ReturnType<ReturnType<typeof kafkajsClient>['consumer']>

/**
 * kafkajs reads by groups alone. Underneath lies what this ledger needs, reading from any offset up to any other, and
 * its typed, public way there is by what assigns partitions: that is given the cluster which the consumer stands on.
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
  if (!cluster) throw new Error('kafkajs gives no cluster to what assigns partitions')
  return { consumer, cluster }
}
