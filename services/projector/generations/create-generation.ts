import { createStagingTables } from '@stepledger/projections/fold/bulk-tables.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import { schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { PublishedRules } from '../../platform/ledger/published-rules.ts'

export interface GenerationSettings {
  readonly inForce: Omit<PublishedRules, 'version'>
  readonly codeVersion: number
}

/** Serializes the creation, removal and selection of generations until the transaction ends. */
export async function lockGenerations(tx: pg.PoolClient): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [...advisoryLocks.generations])
}

const ids = z.tuple([z.object({ id: z.int() })])

/**
 * Creates an empty generation and returns its id. Ids are never reused. Requires `lockGenerations`.
 * - bare: without keys and indexes, to be filled in bulk
 * - indexed: ready for the ordinary fold
 */
export async function createGeneration(
  tx: pg.PoolClient,
  { inForce, codeVersion }: GenerationSettings,
  tables: 'bare' | 'indexed',
): Promise<number> {
  const bare = tables === 'bare'
  const { rows } = await tx.query('select coalesce(max(id), 0) + 1 as id from projector.generations')
  const [{ id }] = ids.parse(rows)
  await tx.query(createReadModels(schemaOf(id)))
  await tx.query(bare ? createStagingTables(schemaOf(id)) : indexReadModels(schemaOf(id)))
  await tx.query(
    'insert into projector.generations (id, ledger_id, code_version, rules_offset, rules, bare) values ($1, $2, $3, $4, $5, $6)',
    [id, inForce.ledgerId, codeVersion, inForce.offset, JSON.stringify(inForce.rules), bare],
  )
  await tx.query(
    'insert into projector.checkpoints (generation, partition, next_offset) select $1, p, 0 from generate_series(0, $2) as p',
    [id, inForce.partitions - 1],
  )
  return id
}
