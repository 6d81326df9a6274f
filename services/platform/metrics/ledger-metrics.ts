import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { Histogram, type Registry } from 'prom-client'
import type { Ledger } from '../ledger/ledger.ts'

/** Histogram buckets, s. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Wraps a ledger to count and time its appends, from the call until the event is durable. */
export function measureAppends(ledger: Ledger, registry: Registry): Ledger {
  const appends = new Histogram({
    name: 'stepledger_ledger_append_duration_seconds',
    help: 'Until an event is durable, or was refused',
    labelNames: ['topic', 'outcome'],
    buckets,
    registers: [registry],
  })
  /** `stored`: returns the number of stored events of a result. */
  async function timed<T>(topic: Topic, events: number, work: Promise<T>, stored: (answer: T) => number) {
    const end = appends.startTimer({ topic })
    const observe = (outcome: string, count: number) => {
      for (let i = 0; i < count; i++) end({ outcome })
    }
    try {
      const answer = await work
      observe('stored', stored(answer))
      return answer
    } catch (error) {
      observe('failed', events)
      throw error
    }
  }

  const { appendWithSql } = ledger
  return {
    ...ledger,
    append: (topic, event) => timed(topic, 1, ledger.append(topic, event), () => 1),
    ...(appendWithSql && {
      appendWithSql: (topic, events, sql) =>
        timed(topic, events.length, appendWithSql(topic, events, sql), (positions) => positions.length),
    }),
  }
}
