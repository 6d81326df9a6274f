import { z } from 'zod'
import type { Database } from './database.ts'

/** A schema of the database with its indexes, bytes. */
export interface SchemaSize {
  readonly schema: string
  readonly bytes: number
}

const rows = z.array(z.object({ schema: z.string(), bytes: z.int() }))

/** Largest first. */
export async function readSizes({ pool }: Pick<Database, 'pool'>): Promise<SchemaSize[]> {
  // A table that is dropped meanwhile has no size.
  const answer = await pool.query(`
    select nspname as schema, sum(coalesce(pg_total_relation_size(c.oid), 0))::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and (
      nspname in ('ledger', 'ingest', 'accounts', 'catalogue', 'competitions', 'projector', 'analysis') or nspname ~ '^(g[0-9]+|verify)$')
    group by nspname order by bytes desc, nspname`)
  return rows.parse(answer.rows)
}
