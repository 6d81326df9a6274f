import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The channel of Postgres that says that there is something to erase, to tell of an erasure, or to pack for a download.
 */
export const ownDataChannel = 'own_data'

/** Wakes the process that does that. Within a transaction it is heard at the commit. */
export async function notifyOwnData(db: QueryExecutorProvider): Promise<void> {
  await sql`select pg_notify(${ownDataChannel}, '')`.execute(db)
}
