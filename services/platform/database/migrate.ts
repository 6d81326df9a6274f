import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { tableExists } from './table-exists.ts'

/**
 * One migration of a schema. After its release neither id nor sql may change. `fill`: a data migration in TypeScript,
 * run in the same transaction after `sql`.
 */
export type MigrationStep = { id: string; sql: string; fill?: (client: pg.PoolClient) => Promise<void> }

/**
 * Applies the pending `steps` of schema `name`, forward only, in one transaction. Safe to call concurrently: one process
 * migrates, the others wait. Without pending steps it only reads, so roles without ownership can call it. Throws if the
 * database has a step of a newer release, or if this role lacks the privilege to migrate.
 */
export async function migrate(db: Database, name: string, steps: readonly MigrationStep[]): Promise<void> {
  await db.retrying(async () => {
    try {
      if ((await pendingSteps(db.pool, name, steps)).length > 0) await migrateLocked(db, name, steps)
    } catch (error) {
      throw explained(error, name)
    }
  })
}

async function migrateLocked(db: Database, name: string, steps: readonly MigrationStep[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migrations])
    await applySteps(tx, name, steps)
  })
}

/** Applies the pending steps in the caller's transaction. Throws as `migrate` does. */
export async function applySteps(
  tx: pg.PoolClient,
  name: string,
  steps: readonly MigrationStep[],
): Promise<void> {
  await tx.query(createTable)
  for (const { id, sql, fill } of await pendingSteps(tx, name, steps)) {
    await tx.query(sql)
    await fill?.(tx)
    await tx.query('INSERT INTO public.stepledger_migrations (name, id) VALUES ($1, $2)', [name, id])
  }
}

const appliedRows = z.array(z.object({ id: z.string() }))

async function pendingSteps(
  connection: Pick<pg.ClientBase, 'query'>,
  name: string,
  steps: readonly MigrationStep[],
): Promise<readonly MigrationStep[]> {
  if (!(await tableExists(connection, 'public.stepledger_migrations'))) return steps
  const { rows } = await connection.query(
    'SELECT id FROM public.stepledger_migrations WHERE name = $1 ORDER BY nth',
    [name],
  )
  const applied = appliedRows.parse(rows)
  for (const [index, { id }] of applied.entries()) {
    if (steps[index]?.id !== id) throw new Error(unknownStep(name, id))
  }
  return steps.slice(applied.length)
}

const createTable = `
  CREATE TABLE IF NOT EXISTS public.stepledger_migrations (
    name text NOT NULL,
    id text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    nth integer GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (name, id)
  )`

const unknownStep = (name: string, id: string) =>
  `The tables of ${name} have had the step "${id}", which this release does not have there: they belong to a newer release`

const notAllowed = (name: string) =>
  `The tables of ${name} must be migrated, and the role of the application may not do that: run "ledger migrate" as their owner (MIGRATION_DATABASE_URL)`

/** Errors for which a retry is useless get a clear message and no `cause`, so that they are not seen as transient. */
function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === '42501') return new Error(notAllowed(name))
  if (error.code === '53100') return new Error(`The disk of the database is full: ${error.message}`)
  return error
}
