import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Listening, listen } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log/log.ts'

const channel = 'generations'

/**
 * Says that somebody wants something of the generations: rules were published, a row says so. Within a transaction it
 * is heard at the commit. Anyone who keeps them looks by itself now and then, so this may be lost.
 */
export async function notifyGenerationManager(connection: Queryable): Promise<void> {
  await connection.query({ text: 'select pg_notify($1, $2)', values: [channel, ''] })
}

/** Hears what `sayWanted` says, in whichever process. */
export function onGenerationRequest(database: Database, log: Log, onWanted: () => void): Listening {
  return listen(database, {
    channel,
    applicationName: 'stepledger generations',
    about: 'what is wanted of generations',
    log,
    onNotice: onWanted,
    onMissed: onWanted,
  })
}
