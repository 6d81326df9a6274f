import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Listening, listen } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log/log.ts'

const channel = 'generations'

/**
 * Wakes the generation manager after a request was written to the tables, or rules were published. Within a transaction
 * it takes effect on commit. The manager also polls, so a notification may be lost.
 */
export async function notifyGenerationManager(connection: Queryable): Promise<void> {
  await connection.query({ text: 'select pg_notify($1, $2)', values: [channel, ''] })
}

/** Calls `onRequest` on `notifyGenerationManager` of any process. */
export function onGenerationRequest(database: Database, log: Log, onRequest: () => void): Listening {
  return listen(database, log, { channel, onNotice: onRequest, onMissed: onRequest })
}
