import { z } from 'zod'
import type { Database } from './database.ts'

const named = z.tuple([z.object({ cluster: z.string(), database: z.string() })])

/**
 * Tells systems apart that share a Redis: the same for all processes on one database, by whatever address they reach
 * it; another one for a database that was restored elsewhere, so that nothing of the old one is taken for its own.
 */
export async function systemName(database: Database): Promise<string> {
  const { rows } = await database.retrying(() =>
    database.pool.query(
      'select system_identifier::text as cluster, current_database()::text as database from pg_control_system()',
    ),
  )
  const [name] = named.parse(rows)
  return `stepledger:${name.cluster}:${name.database}`
}
