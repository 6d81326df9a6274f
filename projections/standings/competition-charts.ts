import type { CompetitionChart } from '@stepledger/contracts/http/shapes/competition.ts'
import { chartSummaryOf, summaryColumns } from '../catalogue/reads.ts'
import type { GenerationDb } from '../read-database.ts'

/**
 * Returns these charts as a competition lists them, by hash. A chart that no play and no pack has named is titled with
 * its hash.
 */
export async function competitionChartsOf(
  { db }: GenerationDb,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, CompetitionChart>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('charts')
    .select([...summaryColumns, 'charts.stepartist', 'charts.credit'])
    .where((where) => where.eb('hash', '=', where.fn.any(where.val([...hashes]))))
    .execute()
  const byHash = new Map(
    rows.map((row) => [row.hash, { ...chartSummaryOf(row), credit: row.stepartist || row.credit || null }]),
  )
  return new Map(hashes.map((hash) => [hash, byHash.get(hash) ?? unknownChart(hash)]))
}

function unknownChart(hash: string): CompetitionChart {
  const nothingKnown = { artist: '', meter: null, difficulty: null, steps_type: null, banner: null }
  return { ...chartSummaryOf({ hash, title: hash, ...nothingKnown }), credit: null }
}
