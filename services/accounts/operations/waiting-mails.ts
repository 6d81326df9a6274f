import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

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
