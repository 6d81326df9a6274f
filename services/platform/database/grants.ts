import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'

/** Privileges of the application on the tables of record, by schema. Events cannot be updated or deleted. */
const rights: Readonly<Record<string, readonly string[]>> = {
  // UPDATE only for SELECT … FOR UPDATE: an append locks the row of its partition.
  ledger: ['SELECT, INSERT ON ledger.events', 'SELECT, UPDATE ON ledger.partitions'],
  ingest: allOf('ingest'),
  accounts: allOf('accounts'),
  catalogue: allOf('catalogue'),
  competitions: allOf('competitions'),
  analysis: allOf('analysis'),
  projector: allOf('projector'),
  public: ['SELECT ON public.stepledger_migrations'],
}

function allOf(schema: string): string[] {
  return [
    `SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema}`,
    `USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema}`,
  ]
}

/**
 * Grants the application role its privileges on the tables of record, and makes it the owner of the read models, which
 * it creates and drops. `owner` is connected as the owner of database and tables, and is a member of the application
 * role. Idempotent.
 */
export async function grantToApplication(owner: Database, application: string): Promise<void> {
  await owner.retrying(() =>
    owner.transaction(async (tx) => {
      // Concurrent grants would conflict.
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migrations])
      const role = tx.escapeIdentifier(application)
      const { rows } = await tx.query('SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1)', [
        Object.keys(rights),
      ])
      for (const { name } of names.parse(rows)) {
        const granted = [`USAGE ON SCHEMA ${name}`, ...(rights[name] ?? [])]
        await tx.query(granted.map((right) => `GRANT ${right} TO ${role}`).join(';'))
      }
      await runEach(tx, mayVacuumAccounts, application)
      await runEach(tx, mayMakeSchemas, application)
      await runEach(tx, ownsReadModels, application)
    }),
  )
}

const mayMakeSchemas =
  "SELECT format('GRANT CREATE ON DATABASE %I TO %I', current_database(), $1::text) AS sql"

/** For rewriting a table after an erasure. Before Postgres 17 only the owner can do that. */
const mayVacuumAccounts = `
  SELECT format('GRANT MAINTAIN ON ALL TABLES IN SCHEMA accounts TO %I', $1::text) AS sql
  WHERE current_setting('server_version_num')::int >= 170000 AND EXISTS (SELECT FROM pg_namespace WHERE nspname = 'accounts')`

/** The schemas of generations, and that of `ledger verify`. */
const ownsReadModels = `
  WITH schemas AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname ~ '^(g[0-9]+|verify)$'),
  things(owner, thing) AS (
    SELECT nspowner, format('SCHEMA %I', nspname) FROM schemas
    UNION ALL
    SELECT relowner, format('TABLE %s', c.oid::regclass)
      FROM pg_class c JOIN schemas ON schemas.oid = c.relnamespace WHERE relkind = 'r'
    UNION ALL
    SELECT proowner, format('ROUTINE %s', p.oid::regprocedure)
      FROM pg_proc p JOIN schemas ON schemas.oid = p.pronamespace
  )
  SELECT format('ALTER %s OWNER TO %I', thing, rolname) AS sql
  FROM things JOIN pg_roles ON rolname = $1 WHERE things.owner <> pg_roles.oid
  -- Schemas first: a table's new owner needs CREATE in its schema.
  ORDER BY thing NOT LIKE 'SCHEMA %'`

async function runEach(tx: pg.PoolClient, select: string, role: string): Promise<void> {
  const { rows } = await tx.query(select, [role])
  for (const { sql } of statements.parse(rows)) await tx.query(sql)
}

const names = z.array(z.object({ name: z.string() }))
const statements = z.array(z.object({ sql: z.string() }))
