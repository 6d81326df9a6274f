import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/with-lock.ts'

/**
 * Runs a wipe or its reinstatement while no other one runs, in any process: of two for the same plays the second one finds
 * none left. Throws LockHeldError if another one takes longer than a few seconds.
 */
export function withWipeLock<T>(database: Pick<Database, 'connect'>, work: () => Promise<T>): Promise<T> {
  return withLock(database, { lock: advisoryLocks.wipes, applicationName: 'stepledger wipe' }, work)
}
