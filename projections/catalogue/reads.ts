import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { GenerationDb } from '../read-database.ts'
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
export async function chartByHash(generation: GenerationDb, hash: string): Promise<ChartRow | null> {
  const row = await generation.db.selectFrom('charts').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row ?? null
}

/** The hashes of known charts in the order of the index, after one of them or from the first: a range of it. */
export async function hashesAfter(
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
): Promise<string[]> {
  const rows = await generation.db
    .selectFrom('charts')
    .select('hash')
    .$if(after !== null, (q) => q.where('hash', '>', after))
    .orderBy('hash')
    .offset(skip)
    .limit(limit)
    .execute()
  return rows.map((row) => row.hash)
}

/** How many charts have a play that is kept and not withdrawn. */
export async function chartsWithPlays(generation: GenerationDb): Promise<number> {
  const { charts } = await generation.db
    .selectFrom('charts')
    .select((select) => select.fn.countAll<number>().as('charts'))
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(charts)
}
