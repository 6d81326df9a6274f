import { Gauge, Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import type { MetricsSource } from '../../platform/metrics/serve-metrics.ts'
import { readWaitingMails } from '../operations/waiting-mails.ts'

/** Gauges of the outbox of mails. Only processes that run accounts may read it. */
export function mailGauges(database: Pick<Database, 'pool'>): MetricsSource {
  const registry = new Registry()
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `stepledger_${name}`, help, registers: [registry] })
  const waiting = gauge('mails_waiting', 'Mails that are not sent yet')
  const oldest = gauge('mails_oldest_seconds', 'Age of the oldest of them, 0 for none')
  return async () => {
    const { count, oldestSeconds } = await readWaitingMails(database)
    waiting.set(count)
    oldest.set(oldestSeconds)
    return registry.metrics()
  }
}
