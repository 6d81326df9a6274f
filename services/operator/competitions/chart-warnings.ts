import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { knownAmong } from '@stepledger/projections/catalogue/reads.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { UsageError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/**
 * What is to be said of charts that the event did not have before: that no pack has brought them, or that nobody has
 * heard of them, which throws UsageError unless `unknown` ones are allowed.
 */
export async function chartWarnings(
  { readModels }: Pick<Store, 'readModels'>,
  live: StoredGeneration | null,
  { before, after, unknown }: { before: EventDocument | null; after: EventDocument; unknown: boolean },
): Promise<string[]> {
  const had = new Set(chartsOf(before))
  const charts = [...new Set(chartsOf(after))].filter((chart) => !had.has(chart))
  const known = live ? await knownAmong(readable(live, readModels), charts) : []
  const names = new Map(known.map(({ hash, title }) => [hash, title]))
  const neverHeard = charts.filter((chart) => !names.has(chart))
  if (neverHeard.length > 0 && !unknown)
    throw new UsageError(
      `No play and no pack has named ${neverHeard.join(', ')}: add the pack first, or say --unknown`,
    )
  const withoutPack = new Set(known.filter(({ described }) => !described).map(({ hash }) => hash))
  return [
    ...neverHeard.map((chart) => `No play and no pack has named ${chart}.`),
    ...charts
      .filter((chart) => withoutPack.has(chart))
      .map(
        (chart) =>
          `No pack has brought ${printable(names.get(chart) ?? '')} (${chart}): known by plays alone.`,
      ),
  ]
}

function chartsOf(document: EventDocument | null): string[] {
  return document?.rounds.flatMap(({ charts }) => charts) ?? []
}
