import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { backOff } from '../../async/back-off.ts'
import { withDeadline } from '../../async/with-deadline.ts'
import type { Log } from '../../log/log.ts'
import type { ToAppend } from '../append-batch.ts'
import { LedgerUnavailableError } from '../ledger-errors.ts'
import type { Producer } from './client.ts'
import { isFinal, reasonOf } from './reason-of.ts'

export interface Appender {
  /** Stores a batch, those of one partition in the order given, and gives the position of each. One batch at a time. */
  send(batch: readonly ToAppend[]): Promise<Position[]>
  close(): Promise<void>
}

/**
 * Appends to a topic of Kafka. The client tries again by itself, under the same numbers, so that nothing is doubled
 * when an answer was lost. Where it gives up, on a sequence that the broker does not know any more for one, it is
 * replaced and the whole batch sent again before any other: at least once, in order. A client that failed is never used
 * for another batch, which might go under numbers that the broker has already seen and be dropped unread.
 */
export function kafkaAppender(options: {
  readonly topic: string
  open(): Promise<Producer>
  readonly patienceMs: number
  readonly log: Log
}): Appender {
  const { topic, open, patienceMs, log } = options
  let current: Producer | null = null

  async function sendOnce(batch: readonly ToAppend[], ms: number): Promise<ReadonlyMap<number, number>> {
    const giveUpAt = performance.now() + ms
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
        giveUpAt - performance.now(),
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
      const giveUpAt = performance.now() + patienceMs
      for (let failures = 1; ; failures++) {
        try {
          return positionsOf(batch, await sendOnce(batch, giveUpAt - performance.now()))
        } catch (cause) {
          if (isFinal(cause)) throw cause
          if (performance.now() >= giveUpAt) throw new LedgerUnavailableError('Kafka is away', { cause })
          log.warn(`appending to ${topic} again: ${reasonOf(cause)}`)
          await backOff(failures, AbortSignal.timeout(Math.max(0, Math.ceil(giveUpAt - performance.now()))))
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

function positionsOf(batch: readonly ToAppend[], firsts: ReadonlyMap<number, number>): Position[] {
  const next = new Map(firsts)
  return batch.map(({ partition }) => {
    const offset = next.get(partition)
    if (offset === undefined) throw new Error(`Kafka does not say where events of partition ${partition} lie`)
    next.set(partition, offset + 1)
    return { partition, offset }
  })
}
