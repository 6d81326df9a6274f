import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { partitionsOf, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import type { Log } from '../../log/log.ts'
import { LedgerUnavailableError, type Offsets } from '../ledger.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import type { FetchClient } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import { reasonOf } from './reason-of.ts'

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

interface RetryingOptions {
  open(): Promise<FetchClient>
  /** How long reads are retried without progress, ms. */
  readonly timeoutMs: number
  readonly log: Log
}

/** One client shared by all callers, opened lazily and replaced after a failure. */
interface RetryingClient {
  /** Retries with a new client until `timeoutMs` have passed since the last progress. */
  stream<T>(
    work: (client: FetchClient, onProgress: () => void, signal: AbortSignal) => AsyncGenerator<T>,
  ): AsyncGenerator<T>
  once<T>(work: (client: FetchClient) => Promise<T>): Promise<T>
  close(): void
}

function retryingClient({ open, timeoutMs, log }: RetryingOptions): RetryingClient {
  const closing = new AbortController()
  let shared: Promise<FetchClient> | null = null

  function discard(client: Promise<FetchClient>): void {
    if (shared === client) shared = null
    client.then(
      (opened) => opened.abandon(),
      () => {},
    )
  }

  const stream: RetryingClient['stream'] = async function* (work) {
    let deadline = performance.now() + timeoutMs
    let failures = 0
    const onProgress = () => {
      deadline = performance.now() + timeoutMs
      failures = 0
    }
    for (;;) {
      if (closing.signal.aborted) throw new Error('the ledger is closed')
      shared ??= open()
      const client = shared
      try {
        return yield* work(await client, onProgress, closing.signal)
      } catch (cause) {
        discard(client)
        failures++
        if (closing.signal.aborted || performance.now() >= deadline)
          throw new LedgerUnavailableError(`Kafka is unavailable: ${reasonOf(cause)}`, { cause })
        log.warn(`retrying a read from Kafka: ${reasonOf(cause)}`)
        await backOff(failures, closing.signal)
      }
    }
  }

  return {
    stream,
    async once(work) {
      const results = stream(async function* (client) {
        yield await work(client)
      })
      for await (const result of results) return result
      throw new Error('no result')
    },
    close() {
      closing.abort()
      if (shared) discard(shared)
    },
  }
}
