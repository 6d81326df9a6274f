import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../database/database.ts'
import { countDepartures, type OfferedSeries, offer, readOffered, withdraw } from './offered-series.ts'

interface Replacement {
  /** The series that were offered when the new one was begun. */
  readonly before: readonly Series[]
  readonly made: OfferedSeries
  /** How many are offered at once. */
  readonly keep: number
  /** Whether it is offered also when somebody left while it was made, who may be in it. */
  readonly final: boolean
}

/**
 * Offers a series, and no more those beyond `keep`, and those that were made before somebody left. All at once. Changes
 * nothing and gives false when somebody left while the series was made and it is not `final`. Throws when the list is
 * not the one of before: a process that has lost the lock of publications changes nothing.
 */
export async function replaceOffered(
  database: Database,
  { before, made, keep, final }: Replacement,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const offered = await readOffered(tx)
    if (idsOf(offered.map(({ series }) => series)) !== idsOf(before))
      throw new Error('another process has published meanwhile')
    const departures = await countDepartures(tx)
    if (departures !== made.departures && !final) return false
    const staying = offered.filter((one) => one.departures === departures).slice(0, keep - 1)
    const leaving = offered.filter((one) => !staying.includes(one))
    await withdraw(
      tx,
      leaving.map(({ series }) => series.id),
    )
    await offer(tx, made)
    return true
  })
}

function idsOf(series: readonly Series[]): string {
  return series.map(({ id }) => id).join()
}
