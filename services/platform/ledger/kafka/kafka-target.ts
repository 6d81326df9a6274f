import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Log } from '../../log/log.ts'
import type { LedgerTarget } from '../postgres-target.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import { openFetchClient } from './fetch-client.ts'
import { openProducer } from './producer.ts'
import { kafkaReader } from './reader.ts'

/** Time for a batch and for retries of kafkajs, ms. */
const timeoutMs = 30_000

/** The topics of a ledger in Kafka, which must exist. The caller closes it. */
export async function kafkaTarget(
  address: KafkaLedgerAddress,
  log: Log,
): Promise<LedgerTarget & { close(): Promise<void> }> {
  const nameOf = (topic: Topic) => topicName(address.prefix, topic)
  const reader = kafkaReader(address, {
    open: () => openFetchClient(address, [nameOf('events'), nameOf('rules')]),
    timeoutMs,
    log,
  })
  const producer = await openProducer(address, timeoutMs)
  return {
    ends: reader.ends,
    async put(topic, { partition, offset }, events) {
      // A failure is not retried here: whether the batch was stored is found out by the next run, from the end.
      const first = await producer.send(
        nameOf(topic),
        events.map((event) => ({ ...event, partition })),
      )
      if (first.get(partition) !== offset)
        throw new Error(
          `Kafka stored the event ${partition}:${offset} of ${nameOf(topic)} at offset ${first.get(partition)}: something else writes to this topic`,
        )
    },
    async close() {
      await producer.close()
      reader.close()
    },
  }
}
