import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Database } from '../../database/database.ts'
import { holdingLock } from '../../database/holding-lock.ts'
import type { Storage } from '../../storage/storage.ts'
import { countDepartures, readOffered, withdraw } from './offered-series.ts'
import { sweepFiles } from './stored-files.ts'

interface Deps {
  readonly database: Database
  readonly storage: Pick<Storage, 'list' | 'delete'>
}

/**
 * Offers no more what may hold plays of players who left since it was made. For where no newer series takes its place.
 * Throws LockHeldError.
 */
export async function withdrawDeparted(deps: Deps, signal: AbortSignal): Promise<void> {
  const { database } = deps
  const outdated = async () => {
    const departures = await countDepartures(database.pool)
    return (await readOffered(database.pool)).filter((one) => one.departures !== departures)
  }
  if ((await outdated()).length === 0) return
  const lock = { lock: advisoryLocks.publication, applicationName: 'stepledger publication', signal }
  await holdingLock(database, lock, async (signal) => {
    await withdraw(
      database.pool,
      (await outdated()).map(({ series }) => series.id),
    )
    await sweepFiles(deps, signal)
  })
}
