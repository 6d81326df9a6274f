import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../platform/database/database.ts'
import { countOptOuts, type OfferedSeries, offer, readOffered, withdraw } from './offered-series.ts'

interface Replacement {
  /** The series that were published when the export started. */
  readonly before: readonly Series[]
  readonly made: OfferedSeries
  /** Maximum number of published series. */
  readonly keep: number
  /** Publishes the series even if a player in it may have opted out during the export. */
  readonly final: boolean
}

/**
 * In one transaction, publishes a series and withdraws those beyond `keep` and those from before an opt-out or erasure.
 * Returns false, without changes, if the export must be repeated: series whose files it may share were withdrawn during
 * it, or a player opted out and it is not `final`. Throws if another process has published, because this one has lost its lock.
 */
export async function replaceSeries(
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
    const optOuts = await countOptOuts(tx)
    if (optOuts !== made.optOuts && !final) return false
    const staying = offered.filter((one) => one.optOuts === optOuts).slice(0, keep - 1)
    const leaving = offered.filter((one) => !staying.includes(one))
    await withdraw(
      tx,
      leaving.map(({ series }) => series.id),
    )
    await offer(tx, made)
    return true
  })
}
