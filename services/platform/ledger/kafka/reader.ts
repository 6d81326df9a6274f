import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { partitionsOf, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Offsets } from '../ledger.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import { type RetryingOptions, retryingClient } from './retrying-client.ts'

interface KafkaReader {
  ends(topic: Topic): Promise<number[]>
  at(topic: Topic, position: Position): Promise<RecordedEvent | null>
  read(
    topic: Topic,
    from: Offsets,
    to: readonly number[],
    maxBatch: number,
  ): AsyncGenerator<readonly RecordedEvent[]>
  close(): void
}

export function kafkaReader(
  { prefix, partitions }: Pick<KafkaLedgerAddress, 'prefix' | 'partitions'>,
  options: RetryingOptions,
): KafkaReader {
  const counts = partitionsOf(partitions)
  const { once, stream, close } = retryingClient(options)
  return {
    ends: (topic) => once((client) => client.ends(topicName(prefix, topic), counts[topic])),

    // Kafka returns whole record batches; with maxBytes 1, only the one that contains the offset.
    at: (topic, { partition, offset }) =>
      once(async (client) => {
        const name = topicName(prefix, topic)
        const [leader] = client.leaders(name, [partition]).keys()
        if (leader === undefined) return null
        const limits = { maxWaitMs: 0, maxBytes: 1 }
        const fetched = await client.fetch(name, leader, [{ partition, offset }], limits).catch((error) => {
          if (isBeyondEnd(error)) return []
          throw error
        })
        const message = fetched[0]?.messages.find((candidate) => candidate.offset === String(offset))
        return message ? { partition, offset, bytes: message.value ?? Buffer.alloc(0) } : null
      }),

    read(topic, from, to, maxBatch) {
      const next = to.map((_, partition) => from[partition] ?? 0)
      const range = { topic: topicName(prefix, topic), partitions: [...to.keys()], next, to }
      return stream(async function* (client, onProgress, signal) {
        for await (const page of fetchPages(client, { ...range, signal })) {
          onProgress()
          yield* batchesOf(page, maxBatch)
        }
        if (signal.aborted) throw new Error('the ledger is closed')
      })
    },

    close,
  }
}

function isBeyondEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'KafkaJSOffsetOutOfRange'
}
