import type { PlayFact } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { arrayOfColumn, namesOf, parameterOf, type WrittenColumn } from '../written-column.ts'
import { metadataColumns } from './chart-metadata.ts'

const columns: readonly WrittenColumn<PlayFact>[] = [
  { name: 'hash', type: 'text', value: ({ event }) => event.data.chart },
  { name: 'first_at', type: 'bigint', value: ({ event }) => event.at },
  { name: 'first_id', type: 'bigint', value: ({ event }) => event.data.playId },
  ...metadataColumns,
]

/**
 * Adds the charts of new plays, and takes the metadata of known ones from plays that are earlier than theirs, unless a
 * pack describes them. Returns the known charts whose metadata changed.
 */
export async function upsertCharts({ tx, schema }: TablesTx, plays: readonly PlayFact[]): Promise<string[]> {
  if (plays.length === 0) return []
  const names = namesOf(columns)
  const metadata = metadataColumns.map(({ name }) => name)
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      with earliest as materialized (
        select x.*, c.hash is not null as known, c.described_by, (${metadata.map((name) => `x.${name}`)}) is distinct from (${metadata.map((name) => `c.${name}`)}) as differs
        from unnest(${columns.map((column, i) => parameterOf(column, i + 1)).join(', ')}) as x(${names})
        left join lateral (select * from ${schema}.charts where hash = x.hash limit 1) c on true
        where c.hash is null or c.first_at is null or (x.first_at, x.first_id) < (c.first_at, c.first_id)
      ),
      added as (
        insert into ${schema}.charts (${names}, known_at, plays) select ${names}, first_at, 0 from earliest where not known
      ),
      updated as (
        update ${schema}.charts c
        set first_at = e.first_at, first_id = e.first_id, known_at = least(c.known_at, e.first_at),
          ${metadata.map((name) => `${name} = case when c.described_by is null then e.${name} else c.${name} end`).join(', ')}
        from earliest e where e.known and c.hash = e.hash
      )
      select hash from earliest where known and described_by is null and differs`,
    values: columns.map((column) => arrayOfColumn(column, earliestOfCharts(plays))),
  })
  return rows.map(({ hash }) => hash)
}

/** Returns the earliest of these plays on each chart. */
function earliestOfCharts(plays: readonly PlayFact[]): PlayFact[] {
  const earliest = new Map<string, PlayFact>()
  for (const play of plays) {
    const { at, data } = play.event
    const known = earliest.get(data.chart)?.event
    if (!known || at < known.at || (at === known.at && data.playId < known.data.playId))
      earliest.set(data.chart, play)
  }
  return [...earliest.values()]
}
