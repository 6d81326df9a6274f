import { z } from 'zod'
import { TimeoutError, withDeadline } from '../../async/with-deadline.ts'
import type { KafkaAddress } from './address.ts'
import type { FetchClient } from './client.ts'
import { connectMs, type KafkajsConsumer, kafkajsClient, requestMs } from './kafkajs.ts'
import { ownSockets, type Sockets } from './sockets.ts'

/** Short: callers retry with a new client. */
const retryMs = 1000

/**
 * Timeout of an operation, ms. kafkajs has request timeouts of its own, but a request queued on a closing connection
 * never settles.
 */
const responseMs = connectMs + requestMs

/**
 * Opens a client that reads without a group. With `within`, its connections are closed and its requests end after this
 * time, ms.
 */
export async function openFetchClient(
  address: KafkaAddress,
  topics: readonly string[],
  within?: number,
): Promise<FetchClient> {
  const sockets = ownSockets()
  if (within !== undefined) setTimeout(() => sockets.abandon(), within).unref()
  const consumer = kafkajsClient(address, sockets, retryMs, within).consumer('stepledger-reader', {
    sessionTimeout: 6000,
    rebalanceTimeout: 6000,
  })
  return connected(consumer, sockets, topics)
}

const fetchResponse = z.object({
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

/** Connects a consumer and returns a client that fetches through its cluster. */
export async function connected(
  { consumer, cluster }: KafkajsConsumer,
  sockets: Sockets,
  topics: readonly string[],
): Promise<FetchClient> {
  const abandon = () => {
    sockets.abandon()
    consumer.disconnect().catch(() => {})
  }
  const withTimeout = <T>(work: Promise<T>) =>
    withDeadline(responseMs, work, 'a response from Kafka').catch((error) => {
      throw isRequestTimeout(error) ? new TimeoutError(error.message) : error
    })
  try {
    await withTimeout(consumer.connect())
    await withTimeout(cluster.addMultipleTargetTopics([...topics]))
  } catch (error) {
    abandon()
    throw error
  }
  return {
    async ends(topic, count) {
      const partitions = Array.from({ length: count }, (_, partition) => ({ partition }))
      const fetching = cluster.fetchTopicsOffset([{ topic, partitions, fromBeginning: false }])
      const [fetched] = await withTimeout(fetching)
      const ends = new Map(fetched?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
      return partitions.map(({ partition }) => {
        const end = ends.get(partition)
        if (end === undefined) throw new Error(`Kafka returned no end offset of ${topic} ${partition}`)
        return end
      })
    },
    leaders: (topic, partitions) =>
      new Map(Object.entries(cluster.findLeaderForPartitions(topic, [...partitions]))),
    async fetch(topic, leader, from, { maxWaitMs, maxBytes }) {
      const partitions = from.map(({ partition, offset }) => ({
        partition,
        fetchOffset: String(offset),
        maxBytes: Math.min(maxBytes, 1024 * 1024),
      }))
      const fetching = async () => {
        const broker = await cluster.findBroker({ nodeId: leader })
        return broker.fetch({
          replicaId: -1,
          isolationLevel: 0,
          maxWaitTime: maxWaitMs,
          minBytes: 1,
          maxBytes,
          topics: [{ topic, partitions }],
        })
      }
      const response = await withTimeout(fetching())
      return fetchResponse.parse(response).responses.flatMap((topicResponse) => topicResponse.partitions)
    },
    refresh: () => withTimeout(cluster.refreshMetadata()),
    abandon,
  }
}

/** kafkajs keeps using a connection after a request timeout, so callers must replace the client. */
function isRequestTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === 'KafkaJSRequestTimeoutError'
}
