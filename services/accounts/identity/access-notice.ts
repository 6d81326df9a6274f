import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type Listening, listen } from '../../platform/database/listen.ts'
import type { Identity } from '../../platform/identity/identity.ts'
import type { Log } from '../../platform/log/log.ts'

const channel = 'access'

/**
 * Tells every process that a credential, or what a player may do, is no longer what it was: `id` is the session's, the
 * key's or the player's. Within a transaction it is heard at the commit. It goes by the database, as commands of the
 * operator do that run beside a server.
 */
export async function notifyAccessChanged(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${id})`.execute(db)
}

/**
 * Has `identity` forget what `sayAccessChanged` says, in whichever process, and everything when something may have been
 * missed.
 */
export function onAccessChanged(database: Database, log: Log, identity: Identity): Listening {
  return listen(database, {
    channel,
    applicationName: 'stepledger access',
    about: 'sessions, keys and permissions that change',
    log,
    onNotice: (id) => (id === undefined ? identity.forgetAll() : identity.forget(id)),
    onMissed: () => identity.forgetAll(),
  })
}
