import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'

/**
 * One step of a schema's history. Once released, neither id nor sql ever change. `fill`: what only TypeScript can make of what is there; it is
 * done in the same transaction, after `sql`.
 */
export type MigrationStep = { id: string; sql: string; fill?: (client: pg.PoolClient) => Promise<void> }

const appliedRows = z.array(z.object({ id: z.string() }))

/**
 * Brings the tables of `name` up to the last of `steps`, forward only, all in one transaction. Several processes may call it at
 * once: one does the work, the others wait. Throws when the database knows a step that is not in `steps`: it belongs to a
 * newer release.
 */
export async function migrate(db: Database, name: string, steps: readonly MigrationStep[]): Promise<void> {
  await db.retrying(() =>
    db.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migrations])
      await client.query(createTable)
      const { rows } = await client.query(
        'SELECT id FROM public.stepledger_migrations WHERE name = $1 ORDER BY nth',
        [name],
      )
      const applied = appliedRows.parse(rows).map((row) => row.id)
      for (const [index, id] of applied.entries()) {
        if (steps[index]?.id !== id) throw new Error(unknownStep(name, id))
      }
      for (const { id, sql, fill } of steps.slice(applied.length)) {
        await client.query(sql)
        await fill?.(client)
        await client.query('INSERT INTO public.stepledger_migrations (name, id) VALUES ($1, $2)', [name, id])
      }
    }),
  )
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
