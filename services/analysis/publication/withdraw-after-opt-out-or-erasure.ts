import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { countOptOuts, deleteSeries, readPublishedSeries, storageKeysOf } from './published-series.ts'

interface Deps {
  readonly database: Database
  readonly storage: Pick<Storage, 'delete'>
}

/**
 * Withdraws the series that may contain plays of players who opted out or were erased, and deletes their files. Does not
 * wait for a running publication, which detects the changed list and repeats its export. Files that an interruption leaves
 * behind are deleted by the next publication.
 */
export async function withdrawAfterOptOuts({ database, storage }: Deps, signal: AbortSignal): Promise<void> {
  const optOuts = await countOptOuts(database.pool)
  if ((await readPublishedSeries(database.pool)).every((one) => one.optOuts === optOuts)) return
  const unnamed = await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const optOuts = await countOptOuts(tx)
    const published = await readPublishedSeries(tx)
    const staying = published.filter((one) => one.optOuts === optOuts).map(({ series }) => series)
    const leaving = published.filter((one) => one.optOuts !== optOuts).map(({ series }) => series)
    await deleteSeries(
      tx,
      leaving.map(({ id }) => id),
    )
    const kept = storageKeysOf(staying)
    return [...storageKeysOf(leaving)].filter((key) => !kept.has(key))
  })
  for (const key of unnamed) {
    signal.throwIfAborted()
    await storage.delete(key)
  }
}
