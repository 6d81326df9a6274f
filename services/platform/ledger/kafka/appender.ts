import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { backOff } from '../../async/back-off.ts'
import { withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import type { ToAppend } from '../append-batch.ts'
import { LedgerUnavailableError } from '../ledger.ts'
import type { Producer } from './client.ts'
import { isFinal, reasonOf } from './reason-of.ts'

export interface Appender {
  /** Stores a batch, in the given order within each partition, and returns the positions. One batch at a time. */
  send(batch: readonly ToAppend[]): Promise<Position[]>
  close(): Promise<void>
}

/**
 * Appends to a Kafka topic. The producer is idempotent: its own retries reuse the sequence numbers, so a lost response
 * causes no duplicate. If the producer fails, for example because the broker has forgotten its sequence, it is replaced
 * and the whole batch is sent again before any other: at least once, in order. A failed producer is never reused: its
 * next batch might carry sequence numbers that the broker has already seen, and be dropped as a duplicate.
 */
export function kafkaAppender(options: {
  readonly topic: string
  open(): Promise<Producer>
  readonly timeoutMs: number
  readonly log: Log
}): Appender {
  const { topic, open, timeoutMs, log } = options
  let current: Producer | null = null

  async function sendOnce(batch: readonly ToAppend[], ms: number): Promise<ReadonlyMap<number, number>> {
    const deadline = performance.now() + ms
    const opening = current ?? open()
    let producer: Producer
    try {
      producer = await withDeadline(ms, Promise.resolve(opening), 'connecting to Kafka')
    } catch (error) {
      Promise.resolve(opening).then(
        (late) => late.abandon(),
        () => {},
      )
      throw error
    }
    current = producer
    try {
      return await withDeadline(
        deadline - performance.now(),
        producer.send(topic, batch),
        'appending to Kafka',
      )
    } catch (error) {
      current = null
      producer.abandon()
      throw error
    }
  }

  return {
    async send(batch) {
      const deadline = performance.now() + timeoutMs
      for (let failures = 1; ; failures++) {
        try {
          return positionsOf(batch, await sendOnce(batch, deadline - performance.now()))
        } catch (cause) {
          if (isFinal(cause)) throw cause
          if (performance.now() >= deadline)
            throw new LedgerUnavailableError('Kafka is unavailable', { cause })
          log.warn(`retrying an append to ${topic}: ${reasonOf(cause)}`)
          await backOff(failures, AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now()))))
        }
      }
    },
    async close() {
      const last = current
      current = null
      await last?.close()
    },
  }
}

function positionsOf(batch: readonly ToAppend[], firstOffsets: ReadonlyMap<number, number>): Position[] {
  const next = new Map(firstOffsets)
  return batch.map(({ partition }) => {
    const offset = next.get(partition)
    if (offset === undefined) throw new Error(`Kafka returned no offset for partition ${partition}`)
    next.set(partition, offset + 1)
    return { partition, offset }
  })
}
