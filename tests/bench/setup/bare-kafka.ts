import { Kafka, logLevel } from 'kafkajs'

/** Plain kafkajs with the durability of the ledger. */
export interface BareKafka {
  /** Sends this many messages in one request and waits for the acknowledgement. */
  send(messages: readonly { readonly partition: number; readonly value: Buffer }[]): Promise<void>
  /**
   * Consumes the topic from its beginning until this many messages have arrived; returns the time from the first batch,
   * ms.
   */
  consume(messages: number): Promise<number>
  close(): Promise<void>
}

export async function bareKafka(broker: string, topic: string, partitions: number): Promise<BareKafka> {
  const kafka = new Kafka({ clientId: 'bare', brokers: [broker], logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ waitForLeaders: false, topics: [{ topic, numPartitions: partitions }] })
  await admin.disconnect()
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  })
  await producer.connect()
  let groups = 0

  return {
    async send(messages) {
      await producer.send({ topic, acks: -1, messages: [...messages] })
    },
    async consume(messages) {
      const consumer = kafka.consumer({ groupId: `${topic}-${groups++}`, readUncommitted: true })
      await consumer.connect()
      await consumer.subscribe({ topic, fromBeginning: true })
      const ms = await new Promise<number>((resolve, reject) => {
        let start = 0
        let read = 0
        const eachBatch = async ({ batch }: { batch: { messages: readonly unknown[] } }) => {
          start ||= performance.now()
          read += batch.messages.length
          if (read >= messages) resolve(performance.now() - start)
        }
        consumer.run({ autoCommit: false, eachBatch }).catch(reject)
      })
      await consumer.disconnect()
      return ms
    },
    close: () => producer.disconnect(),
  }
}
