import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../platform/database/database.ts'
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
 * nothing and returns false when the series is to be made again: series were withdrawn since it was begun, whose files
 * it may share, or somebody left and it is not `final`. Throws when another series is offered by now: a process that
 * has lost the lock of publications changes nothing.
 */
export async function replaceOffered(
  database: Database,
  { before, made, keep, final }: Replacement,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const offered = await readOffered(tx)
    const known = new Set(before.map(({ id }) => id))
    if (!offered.every(({ series }) => known.has(series.id)))
      throw new Error('another process has published meanwhile')
    if (offered.length < before.length) return false
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
