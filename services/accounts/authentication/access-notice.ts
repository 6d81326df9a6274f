import { type QueryExecutorProvider, sql } from 'kysely'
import type { Authentication } from '../../platform/authentication/authentication.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Listening, listen } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log/log.ts'

/** Postgres channel of these notices. */
export const accessChannel = 'access'

/**
 * Notifies every process that a credential or permission changed. `id`: of the session, key or player. Delivered at
 * commit. Uses Postgres instead of push, so that operator commands beside a server can send it too.
 */
export async function notifyAccessChanged(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`select pg_notify(${accessChannel}, ${id})`.execute(db)
}

/** Invalidates the cache of `authentication` on `notifyAccessChanged`; all of it when a notice may have been missed. */
export function onAccessChanged(database: Database, log: Log, authentication: Authentication): Listening {
  return listen(database, log, {
    channel: accessChannel,
    onNotice: (id) => (id === undefined ? authentication.forgetAll() : authentication.forget(id)),
    onMissed: () => authentication.forgetAll(),
  })
}
