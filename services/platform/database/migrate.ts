import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'

/**
 * One step of a schema's history. Once released, neither id nor sql ever change. `fill`: what only TypeScript can make
 * of what is there; it is done in the same transaction, after `sql`.
 */
export type MigrationStep = { id: string; sql: string; fill?: (client: pg.PoolClient) => Promise<void> }

/**
 * Brings the tables of `name` up to the last of `steps`, forward only, all in one transaction. Several processes may
 * call it at once: one does the work, the others wait. When nothing is left to do it only reads, so that a role that
 * owns no tables may call it. Throws when the database knows a step that is not in `steps`: it belongs to a newer
 * release; and when this role may not do what is left.
 */
export async function migrate(db: Database, name: string, steps: readonly MigrationStep[]): Promise<void> {
  await db.retrying(async () => {
    try {
      if ((await stepsLeft(db.pool, name, steps)).length > 0) await migrateAlone(db, name, steps)
    } catch (error) {
      throw explained(error, name)
    }
  })
}

async function migrateAlone(db: Database, name: string, steps: readonly MigrationStep[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migrations])
    await tx.query(createTable)
    for (const { id, sql, fill } of await stepsLeft(tx, name, steps)) {
      await tx.query(sql)
      await fill?.(tx)
      await tx.query('INSERT INTO public.stepledger_migrations (name, id) VALUES ($1, $2)', [name, id])
    }
  })
}

const tableRows = z.tuple([z.object({ there: z.boolean() })])
const appliedRows = z.array(z.object({ id: z.string() }))

async function stepsLeft(
  connection: Pick<pg.ClientBase, 'query'>,
  name: string,
  steps: readonly MigrationStep[],
): Promise<readonly MigrationStep[]> {
  const table = await connection.query(
    "SELECT to_regclass('public.stepledger_migrations') IS NOT NULL AS there",
  )
  if (!tableRows.parse(table.rows)[0].there) return steps
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
  `The tables of ${name} have had the step "${id}", which this release does not know there: they belong to a newer release`

const notAllowed = (name: string) =>
  `The tables of ${name} are to be made or changed, and the role of the application may not: run "ledger migrate" as their owner (MIGRATION_DATABASE_URL)`

/** What is no use to try again at a start comes as a sentence of its own, without the cause by which it would be. */
function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === '42501') return new Error(notAllowed(name))
  if (error.code === '53100') return new Error(`The disk of the database is full: ${error.message}`)
  return error
}
