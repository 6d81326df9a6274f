import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { Generation } from '../generation.ts'
import { of, type ReadDatabase } from '../read-database.ts'
import type { ChartRow } from './tables.ts'

/** A chart as lists show it. What only a pack can tell is unknown until one brings it. */
export function chartSummaryOf(row: Pick<ChartRow, 'hash' | 'title' | 'artist' | 'meter'>): ChartSummary {
  return {
    hash: row.hash,
    title: row.title,
    artist: row.artist,
    difficulty: null,
    meter: row.meter,
    stepsType: null,
    banner: null,
    bannerUrl: null,
    mdBannerUrl: null,
    smBannerUrl: null,
  }
}

/** What is known of a chart, or null for one that no play and no pack has named. */
export async function chartByHash(
  db: ReadDatabase,
  generation: Generation,
  hash: string,
): Promise<ChartRow | null> {
  const row = await of(db, generation)
    .selectFrom('charts')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row ?? null
}
