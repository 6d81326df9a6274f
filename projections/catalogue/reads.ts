import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { bannerOf } from './banner.ts'
import { listedCharts } from './listed.ts'
import { hasSources } from './sources-since.ts'
import type { ChartRow } from './tables.ts'

/** The columns of a chart that its summary is made of. */
export const summaryColumns = [
  'charts.hash',
  'charts.title',
  'charts.artist',
  'charts.meter',
  'charts.difficulty',
  'charts.steps_type',
  'charts.banner',
] as const

export type ChartSummaryRow = Pick<
  ChartRow,
  'hash' | 'title' | 'artist' | 'meter' | 'difficulty' | 'steps_type' | 'banner'
>

/** A chart as lists show it. What only a pack can tell is unknown until one brings it. */
export function chartSummaryOf(row: ChartSummaryRow): ChartSummary {
  return {
    hash: row.hash,
    title: row.title,
    artist: row.artist,
    difficulty: row.difficulty === null ? null : difficulty.parse(row.difficulty),
    meter: row.meter,
    stepsType: row.steps_type,
    ...bannerOf(row.banner),
  }
}

/** A chart that pages show: a listed pack has it, or a play of it counts. Null for any other one. */
export async function shownChart(generation: GenerationDb, hash: string): Promise<ChartRow | null> {
  const chart = await chartByHash(generation, hash)
  return chart && hasSources(generation) && !chart.played && chart.described_by === null ? null : chart
}

/** What is known of a chart, or null for one that no play and no pack has named. */
export async function chartByHash(generation: GenerationDb, hash: string): Promise<ChartRow | null> {
  const row = await generation.db.selectFrom('charts').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row ?? null
}

/** The hashes of listed charts in the order of the index, after one of them or from the first: a range of it. */
export async function hashesAfter(
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
): Promise<string[]> {
  const rows = await generation.db
    .selectFrom('charts')
    .select('hash')
    .$if(hasSources(generation), (q) => q.where(sql<boolean>`${sql.raw(listedCharts)}`))
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

/** Of these charts the known ones. `described`: a pack has brought it. */
export async function knownAmong(
  { db }: GenerationDb,
  hashes: readonly string[],
): Promise<{ hash: string; title: string; described: boolean }[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('charts')
    .select(['hash', 'title', 'described_by'])
    .where('hash', 'in', [...hashes])
    .where((where) => where.or([where.eb('plays', '>', 0), where.eb('described_by', 'is not', null)]))
    .execute()
  return rows.map(({ hash, title, described_by }) => ({ hash, title, described: described_by !== null }))
}
