import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { checkNewEvents, keepChecked } from '../../platform/ledger/checked-offsets.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { adoptPlays, continueAbove } from './adopt-plays.ts'

const greatestRow = z.tuple([z.object({ id: z.int() })])

/**
 * Moves the sequence of play ids above every id in the ledger and in the claims, and adds missing claims. Needed when the
 * database was restored from a backup that is older than the ledger: its sequence would issue ids that other plays have.
 * Otherwise it reads the events of the last minute. Returns work for once a minute (`keepChecked`).
 */
export async function continuePlayIds(database: Database, ledger: Ledger): Promise<() => Promise<number>> {
  const checking = { database, ledger, schema: 'ingest' } as const
  const known = await checkNewEvents(checking, adoptPlays)
  const { rows } = await database.retrying(() =>
    database.pool.query('SELECT coalesce(max(play_id), 0) AS id FROM ingest.claims'),
  )
  const [{ id }] = greatestRow.parse(rows)
  if (id > 0) await database.retrying(() => continueAbove(database.pool, id))
  return keepChecked(checking, known, adoptPlays)
}
