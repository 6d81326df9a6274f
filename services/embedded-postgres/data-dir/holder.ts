import pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'

/** The process that holds a DATA_DIR: its connection holds the advisory lock and is named after its pid. */
type Holder = { pid: number }

const namePrefix = 'stepledger holds the data folder, pid '

/** The application_name of the connection that holds the lock. */
export const holderName = (pid: number) => `${namePrefix}${pid}`

const rows = z.array(z.object({ name: z.string() })).max(1)

/** Returns the holder of this database's DATA_DIR, or null. */
export async function findHolder(client: pg.ClientBase): Promise<Holder | null> {
  const [kind, key] = advisoryLocks.dataDir
  const found = await client.query(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2 AND l.objsubid = 2
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [kind, key],
  )
  const [row] = rows.parse(found.rows)
  return row === undefined ? null : { pid: Number(row.name.slice(namePrefix.length)) }
}

/** Like findHolder, on a new connection. Throws if the database can't be reached within the timeout. */
export async function findHolderAt(url: string, withinMs: number): Promise<Holder | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await findHolder(client)
  } finally {
    await client.end().catch(() => {})
  }
}
