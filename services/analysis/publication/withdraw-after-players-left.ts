import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { countOptOuts, keysOf, readOffered, withdraw } from './offered-series.ts'

interface Deps {
  readonly database: Database
  readonly storage: Pick<Storage, 'delete'>
}

/**
 * Withdraws the series that may contain plays of players who opted out or were erased, and deletes their files. Does not wait for a
 * running publication, which notices the changed list and repeats its export. Files that an interruption leaves behind
 * are deleted by the next publication.
 */
export async function withdrawAfterOptOuts({ database, storage }: Deps, signal: AbortSignal): Promise<void> {
  const optOuts = await countOptOuts(database.pool)
  if ((await readOffered(database.pool)).every((one) => one.optOuts === optOuts)) return
  const unnamed = await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const optOuts = await countOptOuts(tx)
    const offered = (await readOffered(tx)).map((one) => ({ ...one, leaves: one.optOuts !== optOuts }))
    const leaving = offered.filter(({ leaves }) => leaves).map(({ series }) => series)
    const staying = keysOf(offered.filter(({ leaves }) => !leaves).map(({ series }) => series))
    await withdraw(
      tx,
      leaving.map(({ id }) => id),
    )
    return [...keysOf(leaving)].filter((key) => !staying.has(key))
  })
  for (const key of unnamed) {
    signal.throwIfAborted()
    await storage.delete(key)
  }
}
