import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  countOptOuts,
  deleteSeries,
  insertSeries,
  type PublishedSeries,
  readPublishedSeries,
} from './published-series.ts'

interface Replacement {
  /** The series that were published when the export started. */
  readonly before: readonly Series[]
  readonly made: PublishedSeries
  /** Maximum number of published series. */
  readonly keep: number
  /** Publishes the series even if a player in it may have opted out during the export. */
  readonly final: boolean
}

/**
 * In one transaction, publishes a series and withdraws those beyond `keep` and those from before an opt-out or erasure.
 * Returns false, without changes, if the export must be repeated: series whose files it may share were withdrawn during
 * it, or a player opted out and it is not `final`. Throws if another process has published, because this one has lost its
 * lock.
 */
export async function replaceSeries(
  database: Database,
  { before, made, keep, final }: Replacement,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
    const published = await readPublishedSeries(tx)
    const known = new Set(before.map(({ id }) => id))
    if (!published.every(({ series }) => known.has(series.id)))
      throw new Error('another process has published meanwhile')
    if (published.length < before.length) return false
    const optOuts = await countOptOuts(tx)
    if (optOuts !== made.optOuts && !final) return false
    const staying = published.filter((one) => one.optOuts === optOuts).slice(0, keep - 1)
    const leaving = published.filter((one) => !staying.includes(one))
    await deleteSeries(
      tx,
      leaving.map(({ series }) => series.id),
    )
    await insertSeries(tx, made)
    return true
  })
}
