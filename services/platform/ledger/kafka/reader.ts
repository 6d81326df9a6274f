import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { backOff } from '../../async/back-off.ts'
import type { Log } from '../../log/log.ts'
import type { Offsets } from '../ledger.ts'
import { LedgerUnavailableError } from '../ledger-errors.ts'
import type { FetchClient } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import { reasonOf } from './reason-of.ts'

interface KafkaReader {
  ends(topic: string, partitions: number): Promise<number[]>
  at(topic: string, position: Position): Promise<RecordedEvent | null>
  read(
    topic: string,
    from: Offsets,
    to: readonly number[],
    maxBatch: number,
  ): AsyncGenerator<readonly RecordedEvent[]>
  close(): Promise<void>
}

/** Reads through one client shared by all callers, opened lazily and replaced after a failure. */
export function kafkaReader(options: {
  open(): Promise<FetchClient>
  readonly timeoutMs: number
  readonly log: Log
}): KafkaReader {
  const { open, timeoutMs, log } = options
  const closing = new AbortController()
  let shared: Promise<FetchClient> | null = null

  function discard(client: Promise<FetchClient>): void {
    if (shared === client) shared = null
    client.then(
      (opened) => opened.abandon(),
      () => {},
    )
  }

  /** Retries with a new client until `timeoutMs` have passed since the last progress. */
  async function* withRetries<T>(
    work: (client: FetchClient, onProgress: () => void) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
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
        return yield* work(await client, onProgress)
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

  async function once<T>(work: (client: FetchClient) => Promise<T>): Promise<T> {
    const results = withRetries(async function* (client) {
      yield await work(client)
    })
    for await (const result of results) return result
    throw new Error('no result')
  }

  return {
    ends: (topic, partitions) => once((client) => client.ends(topic, partitions)),

    // Kafka returns whole record batches; with maxBytes 1, only the one that contains the offset.
    at: (topic, { partition, offset }) =>
      once(async (client) => {
        const [leader] = client.leaders(topic, [partition]).keys()
        if (leader === undefined) return null
        const limits = { maxWaitMs: 0, maxBytes: 1 }
        const fetched = await client.fetch(topic, leader, [{ partition, offset }], limits).catch((error) => {
          if (isBeyondEnd(error)) return []
          throw error
        })
        const message = fetched[0]?.messages.find((candidate) => candidate.offset === String(offset))
        return message ? { partition, offset, bytes: message.value ?? Buffer.alloc(0) } : null
      }),

    read(topic, from, to, maxBatch) {
      const next = to.map((_, partition) => from[partition] ?? 0)
      const partitions = to.map((_, partition) => partition)
      return withRetries(async function* (client, onProgress) {
        for await (const page of fetchPages(client, {
          topic,
          partitions,
          next,
          to,
          signal: closing.signal,
        })) {
          onProgress()
          yield* batchesOf(page, maxBatch)
        }
        if (closing.signal.aborted) throw new Error('the ledger is closed')
      })
    },

    async close() {
      closing.abort()
      if (shared) discard(shared)
    },
  }
}

function isBeyondEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'KafkaJSOffsetOutOfRange'
}
