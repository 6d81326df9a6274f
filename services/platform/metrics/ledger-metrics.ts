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
  return {
    ...ledger,
    async append(topic, event) {
      const end = appends.startTimer({ topic })
      try {
        const position = await ledger.append(topic, event)
        end({ outcome: 'stored' })
        return position
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
  }
}
