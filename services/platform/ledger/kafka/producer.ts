import type { KafkaAddress } from './address.ts'
import type { Producer } from './client.ts'
import { kafkajsClient } from './kafkajs.ts'
import { ownSockets } from './sockets.ts'

/**
 * Opens a producer that appends in call order, acknowledged by all in-sync replicas. kafkajs retries for about
 * `retryMs`.
 */
export async function openProducer(address: KafkaAddress, retryMs: number): Promise<Producer> {
  const sockets = ownSockets()
  const producer = kafkajsClient(address, sockets, retryMs).producer()
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
