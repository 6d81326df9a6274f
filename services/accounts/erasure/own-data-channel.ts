import { type QueryExecutorProvider, sql } from 'kysely'

/** Postgres channel that is notified of new erasures, notices of erasures and downloads. */
export const ownDataChannel = 'own_data'

/** Wakes the background worker. Delivered at commit. */
export async function notifyOwnData(db: QueryExecutorProvider): Promise<void> {
  await sql`select pg_notify(${ownDataChannel}, '')`.execute(db)
}
