import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

type Connection = Pick<Database['pool'], 'query'>

/** Minimum interval between two records, ms. */
const recordEveryMs = 5_000

/**
 * Records that the ledger answers, for `ledger status`, which is called when it does not. `now`: monotonic clock, ms. A
 * failure is ignored.
 */
export function ledgerAnswerRecorder(connection: Connection, now: () => number = () => performance.now()) {
  let recordedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    if (now() - recordedAt < recordEveryMs) return
    recordedAt = now()
    await connection
      .query(
        'insert into projector.ledger_answered (at) values (now()) on conflict (one) do update set at = excluded.at',
      )
      .catch(() => {})
  }
}

const tables = z.tuple([z.object({ made: z.boolean() })])
const rows = z.array(z.object({ seconds: z.number() })).max(1)

/** Seconds since a projector got an answer from the ledger; null if none is recorded, or could be yet. */
export async function ledgerSilence(connection: Connection): Promise<number | null> {
  const table = await connection.query("select to_regclass('projector.ledger_answered') is not null as made")
  if (!tables.parse(table.rows)[0].made) return null
  const answer = await connection.query(
    'select extract(epoch from now() - at)::double precision as seconds from projector.ledger_answered',
  )
  return rows.parse(answer.rows)[0]?.seconds ?? null
}
