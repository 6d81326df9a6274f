import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../database/database.ts'
import { countDepartures, type OfferedSeries, offer, readOffered, withdraw } from './offered-series.ts'

interface Replacement {
  /** The series that were offered when the new one was begun. */
  readonly before: readonly Series[]
  readonly made: OfferedSeries
  /** How many are offered at once. */
  readonly keep: number
}

/**
 * Offers a series, and no more those beyond `keep`, and those that were made before somebody left. All at once. Throws when the list is not the
 * one of before: whoever has lost the lock of publications changes nothing.
 */
export async function replaceOffered(database: Database, { before, made, keep }: Replacement): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const offered = await readOffered(tx)
    if (idsOf(offered.map(({ series }) => series)) !== idsOf(before))
      throw new Error('somebody else has published meanwhile')
    const departures = await countDepartures(tx)
    const staying = offered.filter((one) => one.departures === departures).slice(0, keep - 1)
    const leaving = offered.filter((one) => !staying.includes(one))
    await withdraw(
      tx,
      leaving.map(({ series }) => series.id),
    )
    await offer(tx, made)
  })
}

function idsOf(series: readonly Series[]): string {
  return series.map(({ id }) => id).join()
}
