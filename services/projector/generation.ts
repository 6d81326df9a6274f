import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/read-models.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import type { Database } from '../platform/database/database.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
  schemaOf,
} from '../platform/generations/live-generation.ts'
import type { RulesInForce } from '../platform/ledger/rules-in-force.ts'

/** The database's read models belong to another ledger. */
export class WrongLedgerError extends Error {}

/**
 * The live generation, made empty when there is none yet. Several projectors may call it at once: one makes it. Throws WrongLedgerError
 * when the live generation was folded from another ledger.
 */
export async function ensureLiveGeneration(
  database: Database,
  inForce: RulesInForce,
): Promise<StoredGeneration> {
  await database.retrying(() =>
    database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1, $2)', [...advisoryLocks.generations])
      const { rows } = await tx.query('select 1 from projector.live')
      if (rows.length > 0) return
      const { rows: ids } = await tx.query<{ id: number }>(
        'select coalesce(max(id), 0) + 1 as id from projector.generations',
      )
      const id = ids[0]?.id ?? 1
      await tx.query(createReadModels(schemaOf(id)))
      await tx.query(indexReadModels(schemaOf(id)))
      await tx.query(
        'insert into projector.generations (id, ledger_id, code_version, rules_offset, rules) values ($1, $2, $3, $4, $5)',
        [id, inForce.ledgerId, codeVersion, inForce.offset, JSON.stringify(inForce.rules)],
      )
      await tx.query(
        'insert into projector.checkpoints (generation, partition, next_offset) select $1, p, 0 from generate_series(0, $2) as p',
        [id, topics.events.partitions - 1],
      )
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
  return live
}
