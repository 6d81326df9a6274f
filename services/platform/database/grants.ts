import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'

/** What the application does with the tables of record, by schema. Nothing rewrites an event, or removes one. */
const rights: Readonly<Record<string, readonly string[]>> = {
  // A partition's row is locked by who appends, and never changed.
  ledger: ['SELECT, INSERT ON ledger.events', 'SELECT, UPDATE ON ledger.partitions'],
  ingest: allOf('ingest'),
  accounts: allOf('accounts'),
  catalogue: allOf('catalogue'),
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
 * Lets the role of the application at the tables of record, as far as it needs, and gives it the read models, which are
 * its own to make and to drop. `owner` is connected as the role that owns database and tables, and is a member of the
 * other. Done again it does the same again.
 */
export async function grantToApplication(owner: Database, application: string): Promise<void> {
  await owner.retrying(() =>
    owner.transaction(async (tx) => {
      // Two that grant at once would stand in each other's way.
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

/** To rewrite a table after an erasure. Older releases of Postgres let nobody but the owner do it. */
const mayVacuumAccounts = `
  SELECT format('GRANT MAINTAIN ON ALL TABLES IN SCHEMA accounts TO %I', $1::text) AS sql
  WHERE current_setting('server_version_num')::int >= 170000 AND EXISTS (SELECT FROM pg_namespace WHERE nspname = 'accounts')`

/** The schemas of generations, and the one that `ledger verify` fills. */
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
  -- Schemas first: their owner may have tables there.
  ORDER BY thing NOT LIKE 'SCHEMA %'`

/** Runs the statements that this one gives for a role. */
async function runEach(tx: pg.PoolClient, select: string, role: string): Promise<void> {
  const { rows } = await tx.query(select, [role])
  for (const { sql } of statements.parse(rows)) await tx.query(sql)
}

const names = z.array(z.object({ name: z.string() }))
const statements = z.array(z.object({ sql: z.string() }))
