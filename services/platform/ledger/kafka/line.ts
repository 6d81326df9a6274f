import { z } from 'zod'
import { TimeoutError, withDeadline } from '../../async/with-deadline.ts'
import type { KafkaAddress } from './address.ts'
import type { Line } from './client.ts'
import { connectMs, type KafkajsConsumer, kafkajsClient, requestMs } from './kafkajs.ts'
import { ownSockets, type Sockets } from './sockets.ts'

/** Who reads tries again with a client of its own. */
const retryMs = 1000

/**
 * What takes longer has no answer any more, ms. kafkajs limits its requests itself, but not one that it puts on a
 * connection which is just closing: that one would be waited for for ever.
 */
const answerMs = connectMs + requestMs

/** What reads without a group. */
export async function openLine(address: KafkaAddress, topics: readonly string[]): Promise<Line> {
  const sockets = ownSockets()
  const consumer = kafkajsClient(address, sockets, retryMs).consumer('stepledger-reader', {
    sessionTimeout: 6000,
    rebalanceTimeout: 6000,
  })
  return connected(consumer, sockets, topics)
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

/** Connects a consumer and reads by what it stands on. */
export async function connected(
  { consumer, cluster }: KafkajsConsumer,
  sockets: Sockets,
  topics: readonly string[],
): Promise<Line> {
  const abandon = () => {
    sockets.abandon()
    consumer.disconnect().catch(() => {})
  }
  const answered = <T>(work: Promise<T>) =>
    withDeadline(answerMs, work, 'an answer of Kafka').catch((error) => {
      throw isLate(error) ? new TimeoutError(error.message) : error
    })
  try {
    await answered(consumer.connect())
    await answered(cluster.addMultipleTargetTopics([...topics]))
  } catch (error) {
    abandon()
    throw error
  }
  return {
    async ends(topic, count) {
      const partitions = Array.from({ length: count }, (_, partition) => ({ partition }))
      const asked = cluster.fetchTopicsOffset([{ topic, partitions, fromBeginning: false }])
      const [found] = await answered(asked)
      const ends = new Map(found?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
      return partitions.map(({ partition }) => {
        const end = ends.get(partition)
        if (end === undefined) throw new Error(`Kafka does not say where ${topic} ${partition} ends`)
        return end
      })
    },
    leaders: (topic, partitions) =>
      new Map(Object.entries(cluster.findLeaderForPartitions(topic, [...partitions]))),
    async fetch(topic, leader, wanted, { maxWaitMs, maxBytes }) {
      const partitions = wanted.map(({ partition, offset }) => ({
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
      const answer = await answered(fetching())
      return fetchAnswer.parse(answer).responses.flatMap((response) => response.partitions)
    },
    refresh: () => answered(cluster.refreshMetadata()),
    abandon,
  }
}

/** kafkajs leaves a connection in use on which a question ran out of time. */
function isLate(error: unknown): error is Error {
  return error instanceof Error && error.name === 'KafkaJSRequestTimeoutError'
}
