import { searchText } from '@stepledger/contracts/search-text.ts'
import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { touchedBy } from './sources/track-sources.ts'
import { titleKey } from './title-key.ts'

/** Inserts a row for each new pack, with the name in its first event. */
export async function ensurePacks({ tx, schema }: TablesTx, events: readonly PackEvent[]): Promise<void> {
  const names = new Map<number, string>()
  for (const { event } of events) {
    const { packId } = event.data
    if (!names.has(packId)) names.set(packId, 'name' in event.data ? event.data.name : '')
  }
  await tx.query({
    text: `
      insert into ${schema}.packs (id, name, name_key, search, "offset")
      select id, name, key, search, -1 from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as x(id, name, key, search)
      on conflict (id) do nothing`,
    values: [
      [...names.keys()],
      [...names.values()],
      [...names.values()].map(titleKey),
      [...names.values()].map((name) => searchText(name)),
    ],
  })
}

/** Returns the offset of the last folded event of each pack; -1 for none. */
export async function foldedUpTo(
  { tx, schema }: TablesTx,
  events: readonly PackEvent[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ id: number; offset: number }>({
    text: `select id, "offset" from ${schema}.packs where id = any($1::bigint[])`,
    values: [[...new Set(events.map(({ event }) => event.data.packId))]],
  })
  return new Map(rows.map((row) => [row.id, row.offset]))
}

/**
 * Returns the charts that pack events may write to apart from those they name: the charts of the packs' current songs.
 */
export async function chartsOfPacks(
  { tx, schema }: TablesTx,
  events: readonly PackEvent[],
): Promise<string[]> {
  const { whole, songs } = touchedBy(events)
  if (whole.length + songs.length === 0) return []
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      select c.hash from ${schema}.simfiles s join ${schema}.simfile_charts c on c.simfile = s.id where s.pack = any($1::bigint[])
      union select hash from ${schema}.simfile_charts where simfile = any($2::bigint[])`,
    values: [whole, songs],
  })
  return rows.map((row) => row.hash)
}

/** Returns those of these charts that exist already. */
export async function existingCharts(
  { tx, schema }: TablesTx,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ hash: string }>({
    text: `select hash from ${schema}.charts where hash = any($1::text[])`,
    values: [hashes],
  })
  return new Set(rows.map(({ hash }) => hash))
}
