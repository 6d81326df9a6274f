import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { FoldTx, TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { arrayOfColumn, namesOf, parameterOf } from '../written-column.ts'
import { metadataColumns, type PlayOfChart } from './chart-metadata.ts'

/**
 * Replaces the earliest play of charts where it was withdrawn or erased, or an earlier one was reinstated. Returns the
 * charts whose metadata comes from a play and must be replaced.
 */
export async function replaceFirstPlays(
  { tx, schema }: TablesTx,
  { removed, reinstated }: Record<'removed' | 'reinstated', readonly ChangedPlay[]>,
): Promise<string[]> {
  if (removed.length + reinstated.length === 0) return []
  const { rows } = await tx.query<{ hash: string; described: boolean }>({
    text: `
      with lost as materialized (
        select hash from ${schema}.charts where hash = any($1::text[]) and first_id = any($2::bigint[])
        union
        select c.hash from unnest($3::bigint[]) as x(id)
        cross join lateral (select chart, at, id from ${schema}.plays where id = x.id and withdrawn_at is null limit 1) p
        join ${schema}.charts c on c.hash = p.chart
        where c.first_at is null or (p.at, p.id) < (c.first_at, c.first_id)
      ),
      earliest as (
        select distinct on (p.chart) p.chart, p.at, p.id from lost join ${schema}.plays p on p.chart = lost.hash
        where p.withdrawn_at is null order by p.chart, p.at, p.id
      )
      update ${schema}.charts c set first_at = e.at, first_id = e.id
      from lost left join earliest e on e.chart = lost.hash where c.hash = lost.hash
      returning c.hash, c.described_by is not null as described`,
    values: [...valuesOf(removed, 'chart', 'playId'), reinstated.map(({ playId }) => playId)],
  })
  return rows.filter(({ described }) => !described).map(({ hash }) => hash)
}

/**
 * Writes the metadata of charts without a song from their earliest play, read from the ledger; clears it for a chart
 * without plays. Returns the charts that it wrote. Rare: normally metadata comes with the batch of the play
 * (catalogue.ts).
 */
export async function describeByPlays(into: FoldTx, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const { tx, schema } = into
  const { rows: charts } = await tx.query<{ hash: string } & { [K in keyof Position]: number | null }>({
    text: `
      select c.hash, p.partition, p."offset" from ${schema}.charts c left join ${schema}.plays p on p.id = c.first_id
      where c.hash = any($1::text[]) and c.described_by is null`,
    values: [hashes],
  })
  const positions = charts.flatMap(({ partition, offset }) =>
    partition === null || offset === null ? [] : [{ partition, offset }],
  )
  await writeMetadata(into, (await into.recordedAt(positions)).map(playAt))
  const without = charts.filter(({ offset }) => offset === null).map(({ hash }) => hash)
  if (without.length > 0)
    await tx.query({
      text: `
        update ${schema}.charts set title = '', artist = '', stepartist = '', description = null, length = null, meter = null,
          title_key = '', search = ''
        where hash = any($1::text[])`,
      values: [without],
    })
  return charts.map(({ hash }) => hash)
}

/** The play that a position of the ledger holds. */
export function playAt({ partition, offset, bytes }: RecordedEvent): PlayOfChart {
  const event = decodeEvent(bytes)
  if (event?.type !== 'PlaySubmitted')
    throw new Error(`there is no play at ${formatPosition({ partition, offset })}`)
  return { partition, offset, event }
}

async function writeMetadata({ tx, schema }: TablesTx, plays: readonly PlayOfChart[]): Promise<void> {
  if (plays.length === 0) return
  const names = namesOf(metadataColumns)
  await tx.query({
    text: `
      update ${schema}.charts c set ${metadataColumns.map(({ name }) => `${name} = x.${name}`).join(', ')}
      from unnest($1::text[], ${metadataColumns.map((column, i) => parameterOf(column, i + 2)).join(', ')}) as x(hash, ${names})
      where c.hash = x.hash`,
    values: [
      plays.map(({ event }) => event.data.chart),
      ...metadataColumns.map((column) => arrayOfColumn(column, plays)),
    ],
  })
}
