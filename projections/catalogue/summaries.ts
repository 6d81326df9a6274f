import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { GenerationDb } from '../read-database.ts'
import { chartSummaryOf, summaryColumns } from './reads.ts'

/** Returns the summaries of known charts, by hash. */
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
