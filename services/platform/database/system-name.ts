import { z } from 'zod'
import type { Database } from './database.ts'

const named = z.tuple([z.object({ cluster: z.string(), database: z.string() })])

/**
 * Returns the key prefix that separates systems sharing a Redis. Equal for all processes on one database, whatever
 * address they use; different for a database restored into another cluster, so that it does not read stale keys.
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
