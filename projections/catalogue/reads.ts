import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { GenerationDb } from '../read-database.ts'
import { idsAfter } from '../slice.ts'
import { bannerOf } from './banner.ts'
import { type ChartRow, listedCharts } from './tables.ts'

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

/** Returns a chart as lists show it. Fields that only a pack provides are null until one defines the chart. */
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

/** As lists show them, by hash; unknown charts are left out. */
export async function summariesOf(
  { db }: GenerationDb,
  hashes: readonly string[],
): Promise<Map<string, ChartSummary>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('charts')
    .select(summaryColumns)
    .where('hash', 'in', [...hashes])
    .execute()
  return new Map(rows.map((row) => [row.hash, chartSummaryOf(row)]))
}

/** In a listed pack, or with a counting play; null for any other. */
export async function shownChart(generation: GenerationDb, hash: string): Promise<ChartRow | null> {
  const chart = await chartByHash(generation, hash)
  return chart && !chart.played && chart.described_by === null ? null : chart
}

/** Null if no play and no pack has named it. */
export async function chartByHash(generation: GenerationDb, hash: string): Promise<ChartRow | null> {
  const row = await generation.db.selectFrom('charts').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row ?? null
}

export function hashesAfter(
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
): Promise<string[]> {
  return idsAfter(generation, { table: 'charts', id: 'hash', where: listedCharts }, after, skip, limit)
}

/** Withdrawn plays do not count. */
export async function chartsWithPlays(generation: GenerationDb): Promise<number> {
  const { charts } = await generation.db
    .selectFrom('charts')
    .select((select) => select.fn.countAll<number>().as('charts'))
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(charts)
}

/** `described`: a pack defines it. Unknown charts are left out. */
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

/** Of all accepted simfiles with this hash; empty until a pack defines it. */
export async function countsOfChart({ db }: GenerationDb, hash: string): Promise<ChartCounts[]> {
  return db
    .selectFrom('chart_counts')
    .select(['rows', 'holds', 'rolls', 'mines'])
    .where('hash', '=', hash)
    .execute()
}
