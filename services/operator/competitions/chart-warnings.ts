import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import { knownAmong } from '@stepledger/projections/catalogue/reads.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { UsageError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/**
 * Warnings about added charts that no pack contains. Throws UsageError for charts that are not known from plays either,
 * unless `unknown` ones are allowed.
 */
export async function chartWarnings(
  { readModels }: Pick<Store, 'readModels'>,
  live: StoredGeneration | null,
  {
    before,
    after,
    unknown,
  }: { before: CompetitionDocument | null; after: CompetitionDocument; unknown: boolean },
): Promise<string[]> {
  const previous = new Set(chartsOf(before))
  const charts = [...new Set(chartsOf(after))].filter((chart) => !previous.has(chart))
  const known = live ? await knownAmong(readable(live, readModels), charts) : []
  const names = new Map(known.map(({ hash, title }) => [hash, title]))
  const unknownCharts = charts.filter((chart) => !names.has(chart))
  if (unknownCharts.length > 0 && !unknown)
    throw new UsageError(
      `No play or pack contains ${unknownCharts.join(', ')}: add the pack first, or use --unknown`,
    )
  const withoutPack = new Set(known.filter(({ described }) => !described).map(({ hash }) => hash))
  return [
    ...unknownCharts.map((chart) => `No play or pack contains ${chart}.`),
    ...charts
      .filter((chart) => withoutPack.has(chart))
      .map(
        (chart) => `No pack contains ${printable(names.get(chart) ?? '')} (${chart}): known from plays only.`,
      ),
  ]
}

function chartsOf(document: CompetitionDocument | null): string[] {
  return document?.rounds.flatMap(({ charts }) => charts) ?? []
}
