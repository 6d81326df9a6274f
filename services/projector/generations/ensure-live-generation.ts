import { codeVersion } from '@stepledger/projections/code-version.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import { createGeneration, type GenerationSettings, lockGenerations } from './create-generation.ts'
import { refuseNewerCode } from './newer-code.ts'
import { WrongLedgerError } from './other-ledger.ts'

/**
 * Returns the live generation, or creates an empty one. Safe for concurrent projectors. Throws WrongLedgerError when the
 * live generation was folded from another ledger, NewerCodeError when a newer release has folded it.
 */
export async function ensureLiveGeneration(
  database: Database,
  inForce: GenerationSettings['inForce'],
): Promise<StoredGeneration> {
  await database.retrying(() =>
    database.transaction(async (tx) => {
      await lockGenerations(tx)
      const { rows } = await tx.query('select 1 from projector.live')
      if (rows.length > 0) return
      const id = await createGeneration(tx, { inForce, codeVersion }, 'indexed')
      await tx.query('insert into projector.live (generation) values ($1)', [id])
    }),
  )
  const live = await readLiveGeneration(database)
  if (!live) throw new Error('no generation is live')
  if (live.ledgerId !== inForce.ledgerId) {
    throw new WrongLedgerError(
      `The read models in this database were folded from ledger ${live.ledgerId}, but this is ledger ${inForce.ledgerId}`,
    )
  }
  await refuseNewerCode(database.pool, codeVersion)
  return live
}
