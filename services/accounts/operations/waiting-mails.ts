import { Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { MetricsSource } from '../../platform/metrics/serve-metrics.ts'

/** Mails in the outbox. `oldestSeconds`: age of the oldest one, 0 without mails. */
export interface WaitingMails {
  readonly count: number
  readonly oldestSeconds: number
}

const rows = z.tuple([z.object({ count: z.int(), seconds: z.number() })])

/** Counts the mails that are not sent yet. Needs SELECT on `accounts.mails`, which only the service accounts has. */
export async function readWaitingMails({ pool }: Pick<Database, 'pool'>): Promise<WaitingMails> {
  const answer = await pool.query(
    `select count(*), coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as seconds
     from accounts.mails`,
  )
  const [{ count, seconds }] = rows.parse(answer.rows)
  return { count, oldestSeconds: Math.max(0, seconds) }
}

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
