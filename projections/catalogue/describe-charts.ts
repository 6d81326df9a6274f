import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { cutText, shownTitle, visibleText } from '@stepledger/contracts/play/shown-title.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { PlayHead, Positioned } from '../batch.ts'
import type { FoldTx, TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { arrayOfColumn, namesOf, parameterOf, type WrittenColumn } from '../written-column.ts'
import type { SettledCharts } from './sources/settle-charts.ts'
import { chartKey } from './title-key.ts'

/** The parts of a play that describe its chart. */
type PlayOfChart = Positioned<Pick<PlayHead, 'at' | 'data'>>

export const metadataColumns: readonly WrittenColumn<PlayOfChart>[] = [
  { name: 'title', type: 'text', value: ({ event }) => shownTitle(event.data.songName) },
  { name: 'artist', type: 'text', value: ({ event }) => shownTitle(event.data.artist) },
  { name: 'stepartist', type: 'text', value: ({ event }) => shownTitle(event.data.stepartist) },
  { name: 'description', type: 'text', value: ({ event }) => cutOrNull(event.data.description) },
  { name: 'length', type: 'integer', value: ({ event }) => secondsOf(event.data.length) },
  { name: 'meter', type: 'integer', value: ({ event }) => meterOf(event.data.meter) },
  {
    name: 'title_key',
    type: 'text',
    value: ({ event: { data } }) =>
      chartKey({
        title: shownTitle(data.songName),
        artist: shownTitle(data.artist),
        stepsType: null,
        difficulty: null,
        meter: meterOf(data.meter),
      }),
  },
  {
    name: 'search',
    type: 'text',
    value: ({ event: { data } }) =>
      searchText(...[data.songName, data.artist, data.stepartist].map((text) => shownTitle(text))),
  },
]

function cutOrNull(text: string | null): string | null {
  return text === null ? null : cutText(visibleText(text))
}

/** Parses a length `m:ss` or `h:mm:ss` to seconds; null if malformed. */
function secondsOf(length: string): number | null {
  if (!/^\d{1,3}(:\d{2}){1,2}$/.test(length)) return null
  return length.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** A whole number from 0 to 9,999; games may send other values. */
function meterOf(meter: number | null): number | null {
  return meter !== null && Number.isInteger(meter) && meter >= 0 && meter <= 9999 ? meter : null
}

/** Characters of a search text, as in `searchText`. */
const maxSearchLength = 500

/** The columns of a chart that a song provides, as expressions over songs (s), their charts (c) and packs (p); `listed`:
 * the names of all packs that list the chart. */
const ofSong = {
  described_by: 's.id',
  described_at: 's.updated_at',
  title: 's.title',
  subtitle: 's.subtitle',
  artist: 's.artist',
  stepartist: 'c.stepartist',
  description: 'c.description',
  length: 'c.length',
  meter: 'c.meter',
  title_key: 'c.title_key',
  search: `left(concat_ws(E'\\n', c.search, listed.packs), ${maxSearchLength})`,
  steps_type: 'c.steps_type',
  difficulty: 'c.difficulty',
  chart_name: 'c.chart_name',
  credit: 's.credit',
  banner: 'coalesce(s.banner, p.banner)',
  banner_of_pack: 's.banner is null',
  facts: 'c.facts',
}
const columns = Object.keys(ofSong)

/** Defaults of these columns for a chart that neither a song nor a play describes. */
const undescribed: Readonly<Record<string, string>> = {
  title: "''",
  artist: "''",
  stepartist: "''",
  title_key: "''",
  search: "''",
  banner_of_pack: 'false',
}

/**
 * Writes the metadata of charts from songs, and clears it for charts that no song describes any more. Returns the
 * changed charts, and those of them that need the metadata of a play.
 */
export async function describeCharts(
  { tx, schema }: TablesTx,
  charts: SettledCharts['describing'],
): Promise<{ described: string[]; undescribed: string[] }> {
  if (charts.length === 0) return { described: [], undescribed: [] }
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      insert into ${schema}.charts as c (hash, known_at, plays, ${columns.join(', ')})
      select x.hash, x.since, 0, ${Object.values(ofSong).join(', ')}
      from unnest($1::text[], $2::bigint[], $3::bigint[]) as x(hash, song, since)
      join ${schema}.simfiles s on s.id = x.song
      join ${schema}.packs p on p.id = s.pack
      join lateral (
        select * from ${schema}.simfile_charts c where c.simfile = x.song and c.hash = x.hash order by c.nth limit 1
      ) c on true
      cross join lateral (
        select string_agg(distinct pack.search, E'\n' order by pack.search) as packs
        from ${schema}.simfile_charts listed
        join ${schema}.simfiles song on song.id = listed.simfile
        join ${schema}.packs pack on pack.id = song.pack
        where listed.hash = x.hash and listed.accepted and song.listed
      ) listed
      on conflict (hash) do update set known_at = least(c.known_at, excluded.known_at),
        ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      where c.known_at > excluded.known_at
        or (${columns.map((name) => `c.${name}`).join(', ')}) is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')})
      returning hash`,
    values: valuesOf(charts, 'hash', 'song', 'since'),
  })
  const withoutSong = charts.filter(({ song }) => song === null)
  // Also for sources that were listed only briefly: whether a row exists must not depend on batching.
  await tx.query({
    text: `
      insert into ${schema}.charts as c (hash, known_at, plays, title, artist, stepartist, title_key, search)
      select hash, since, 0, '', '', '', '', '' from unnest($1::text[], $2::bigint[]) as x(hash, since)
      on conflict (hash) do update set known_at = excluded.known_at where c.known_at > excluded.known_at`,
    values: valuesOf(withoutSong, 'hash', 'since'),
  })
  const { rows: ended } = await tx.query<{ hash: string }>({
    text: `
      update ${schema}.charts c set ${columns.map((name) => `${name} = ${undescribed[name] ?? 'null'}`).join(', ')}
      from unnest($1::text[]) as x(hash) where c.hash = x.hash and c.described_by is not null
      returning c.hash`,
    values: [withoutSong.map(({ hash }) => hash)],
  })
  return { described: rows.map(({ hash }) => hash), undescribed: ended.map(({ hash }) => hash) }
}

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
