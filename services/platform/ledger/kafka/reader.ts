import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { backOff } from '../../async/back-off.ts'
import type { Log } from '../../log/log.ts'
import type { Offsets } from '../ledger.ts'
import { LedgerUnavailableError } from '../ledger-errors.ts'
import type { Line } from './client.ts'
import { batchesOf, fetchPages } from './fetch-pages.ts'
import { reasonOf } from './reason-of.ts'

export interface KafkaReader {
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

/** Reads by one line that all callers share, made when first needed and again after a failure. */
export function kafkaReader(options: {
  open(): Promise<Line>
  readonly patienceMs: number
  readonly log: Log
}): KafkaReader {
  const { open, patienceMs, log } = options
  const closing = new AbortController()
  let shared: Promise<Line> | null = null

  function giveUp(line: Promise<Line>): void {
    if (shared === line) shared = null
    line.then(
      (opened) => opened.abandon(),
      () => {},
    )
  }

  /** Tries again, on a new line, until it works or `patienceMs` have passed since `sign` was last called. */
  async function* persisting<T>(
    work: (line: Line, sign: () => void) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    let giveUpAt = performance.now() + patienceMs
    let failures = 0
    const sign = () => {
      giveUpAt = performance.now() + patienceMs
      failures = 0
    }
    for (;;) {
      if (closing.signal.aborted) throw new Error('the ledger is closed')
      shared ??= open()
      const line = shared
      try {
        return yield* work(await line, sign)
      } catch (cause) {
        giveUp(line)
        failures++
        if (closing.signal.aborted || performance.now() >= giveUpAt)
          throw new LedgerUnavailableError(`Kafka is away: ${reasonOf(cause)}`, { cause })
        log.warn(`reading from Kafka again: ${reasonOf(cause)}`)
        await backOff(failures, closing.signal)
      }
    }
  }

  async function once<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const answers = persisting(async function* (line) {
      yield await work(line)
    })
    for await (const answer of answers) return answer
    throw new Error('no answer')
  }

  return {
    ends: (topic, partitions) => once((line) => line.ends(topic, partitions)),

    // Kafka gives whole batches, as they were appended: the one that holds the offset, and no other.
    at: (topic, { partition, offset }) =>
      once(async (line) => {
        const [leader] = line.leaders(topic, [partition]).keys()
        if (leader === undefined) return null
        const limits = { maxWaitMs: 0, maxBytes: 1 }
        const fetched = await line.fetch(topic, leader, [{ partition, offset }], limits).catch((error) => {
          if (isBeyond(error)) return []
          throw error
        })
        const found = fetched[0]?.messages.find((message) => message.offset === String(offset))
        return found ? { partition, offset, bytes: found.value ?? Buffer.alloc(0) } : null
      }),

    read(topic, from, to, maxBatch) {
      const next = to.map((_, partition) => from[partition] ?? 0)
      const partitions = to.map((_, partition) => partition)
      return persisting(async function* (line, sign) {
        for await (const page of fetchPages(line, { topic, partitions, next, to, signal: closing.signal })) {
          sign()
          yield* batchesOf(page, maxBatch)
        }
        if (closing.signal.aborted) throw new Error('the ledger is closed')
      })
    },

    async close() {
      closing.abort()
      if (shared) giveUp(shared)
    },
  }
}

/** Beyond the end of the partition nothing lies. */
function isBeyond(error: unknown): boolean {
  return error instanceof Error && error.name === 'KafkaJSOffsetOutOfRange'
}
