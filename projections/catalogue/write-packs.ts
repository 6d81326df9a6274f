import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { PackEvent, Positioned } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { ChartFacts } from './pack-tables.ts'
import { sourceContent, uploaderDigest } from './sources/source-content.ts'
import { chartKey, titleKey } from './title-key.ts'

/**
 * The changes of events to a pack. Null leaves a column unchanged, except for the banner, which is written together
 * with `song_ids`.
 */
interface PackChange {
  readonly id: number
  readonly offset: number
  readonly name: string | null
  readonly banner: Picture | null
  /** Songs of its last upload. */
  readonly song_ids: readonly number[] | null
  readonly listed: boolean | null
  readonly first_processed_at: number | null
  readonly updated_at: number | null
  /** Digest of the last uploader, if events name one; null for an operator. */
  readonly uploader?: string | null
}

/**
 * Applies events to packs and updates which songs are listed. Returns the charts whose banner changed, and the charts of
 * packs whose name changed.
 */
export async function writePacks(
  into: TablesTx,
  events: readonly PackEvent[],
): Promise<{ rebannered: string[]; renamed: string[] }> {
  const changes = new Map<number, PackChange>()
  for (const placed of events) {
    const id = placed.event.data.packId
    changes.set(id, after(changes.get(id) ?? unchanged(id), placed))
  }
  if (changes.size === 0) return { rebannered: [], renamed: [] }
  const written = [...changes.values()]
  const songs = events.flatMap(({ event }) => (event.type === 'SongProcessed' ? [event.data.songId] : []))
  const renamed = await updatePacks(into, written)
  await listSongs(into, written, songs)
  return { rebannered: await updateBanners(into, written), renamed: await chartsListedBy(into, renamed) }
}

function unchanged(id: number): PackChange {
  return {
    id,
    offset: -1,
    name: null,
    banner: null,
    song_ids: null,
    listed: null,
    first_processed_at: null,
    updated_at: null,
  }
}

function after(earlier: PackChange, { offset, event }: PackEvent): PackChange {
  const change = { ...earlier, offset }
  const { at } = event
  switch (event.type) {
    case 'PackUploaded':
      return { ...change, uploader: uploaderDigest(event.data.uploader) }
    case 'SongProcessed':
    case 'ChartSourcesDecided':
      // The pack itself does not change.
      return change
    case 'PackProcessed':
      return {
        ...change,
        name: event.data.name,
        banner: event.data.banner,
        song_ids: event.data.songIds,
        listed: true,
        first_processed_at: change.first_processed_at ?? at,
        updated_at: at,
      }
    case 'PackRenamed':
      return { ...change, name: event.data.name, updated_at: at }
    case 'PackRemoved':
      return { ...change, listed: false }
    default:
      return event satisfies never
  }
}

/** Returns the packs whose name changed. */
async function updatePacks({ tx, schema }: TablesTx, changes: readonly PackChange[]): Promise<number[]> {
  const rows = changes.map((change) => ({
    ...change,
    name_key: change.name && titleKey(change.name),
    search: change.name && searchText(change.name),
    uploaded: change.uploader !== undefined,
  }))
  const { rows: renamed } = await tx.query<{ id: number | null }>({
    text: `
      update ${schema}.packs p set "offset" = x."offset",
        name = coalesce(x.name, p.name), name_key = coalesce(x.name_key, p.name_key), search = coalesce(x.search, p.search),
        banner = case when x.song_ids is null then p.banner else x.banner end,
        songs = coalesce(cardinality(x.song_ids), p.songs), song_ids = coalesce(x.song_ids, p.song_ids),
        created_at = coalesce(p.created_at, x.first_processed_at),
        updated_at = case when coalesce(p.created_at, x.first_processed_at) is not null then coalesce(x.updated_at, p.updated_at) end,
        listed = coalesce(x.listed, p.listed), uploader = case when x.uploaded then x.uploader else p.uploader end
      from jsonb_to_recordset($1::jsonb) as x(id bigint, "offset" bigint, name text, name_key text, search text, banner jsonb,
        song_ids bigint[], first_processed_at bigint, updated_at bigint, listed boolean, uploaded boolean, uploader text)
      join ${schema}.packs before on before.id = x.id
      where p.id = x.id
      returning case when before.search <> p.search then p.id end as id`,
    values: [JSON.stringify(rows)],
  })
  return renamed.flatMap(({ id }) => id ?? [])
}

async function chartsListedBy({ tx, schema }: TablesTx, packs: readonly number[]): Promise<string[]> {
  if (packs.length === 0) return []
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      select distinct c.hash from ${schema}.simfiles s join ${schema}.simfile_charts c on c.simfile = s.id
      where s.pack = any($1::bigint[]) and s.listed`,
    values: [packs],
  })
  return rows.map(({ hash }) => hash)
}

async function listSongs(
  { tx, schema }: TablesTx,
  changes: readonly PackChange[],
  written: readonly number[],
): Promise<void> {
  const packs = changes.flatMap(({ id, listed }) => (listed === null ? [] : [id]))
  await tx.query({
    text: `
      update ${schema}.simfiles s set listed = not s.listed
      from ${schema}.packs p
      where p.id = s.pack and (s.id = any($1::bigint[]) or s.pack = any($2::bigint[]))
        and s.listed <> (p.listed and s.id = any(p.song_ids))`,
    values: [written, packs],
  })
}

/** Updates the banners of charts whose songs use their pack's. */
async function updateBanners({ tx, schema }: TablesTx, changes: readonly PackChange[]): Promise<string[]> {
  const packs = changes.flatMap(({ id, song_ids }) => (song_ids === null ? [] : [id]))
  if (packs.length === 0) return []
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      update ${schema}.charts c set banner = p.banner from ${schema}.packs p join ${schema}.simfiles s on s.pack = p.id
      where p.id = any($1::bigint[]) and s.id = c.described_by and c.banner_of_pack and c.banner is distinct from p.banner
      returning c.hash`,
    values: [packs],
  })
  return rows.map((row) => row.hash)
}

export type PlacedSong = Positioned<SongProcessed>

/** A song as it was last processed. `since`: when it was first processed, ms since 1970. */
interface Song {
  readonly event: SongProcessed
  readonly since: number
}

/** Upserts songs and replaces their charts. */
export async function writeSongs(into: TablesTx, processed: readonly PlacedSong[]): Promise<void> {
  if (processed.length === 0) return
  const songs = lastOfEach(processed)
  await writeSimfiles(into, songs)
  await writeCharts(into, songs)
}

function lastOfEach(processed: readonly PlacedSong[]): Song[] {
  const songs = new Map<number, Song>()
  for (const { event } of processed) {
    const { songId } = event.data
    songs.set(songId, { event, since: songs.get(songId)?.since ?? event.at })
  }
  return [...songs.values()]
}

async function writeSimfiles({ tx, schema }: TablesTx, songs: readonly Song[]): Promise<void> {
  const columns = [
    'pack',
    'folder',
    'title',
    'subtitle',
    'artist',
    'genre',
    'credit',
    'banner',
    'background',
    'jacket',
    'left_out',
    'title_key',
    'artist_key',
    'search',
    'created_at',
    'updated_at',
  ]
  await tx.query({
    text: `
      insert into ${schema}.simfiles (id, ${columns.join(', ')})
      select id, ${columns.join(', ')} from jsonb_populate_recordset(null::${schema}.simfiles, $1::jsonb)
      on conflict (id) do update set ${columns
        .filter((name) => name !== 'created_at')
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`,
    values: [JSON.stringify(songs.map(rowOf))],
  })
}

function rowOf({ event: { at, data }, since }: Song) {
  return {
    id: data.songId,
    pack: data.packId,
    folder: data.folder,
    title: data.title,
    subtitle: data.subtitle,
    artist: data.artist,
    genre: data.genre,
    credit: data.credit,
    banner: data.banner,
    background: data.background,
    jacket: data.jacket,
    left_out: data.leftOut,
    title_key: titleKey(data.title),
    artist_key: titleKey(data.artist),
    search: searchText(...textsOf(data), data.credit),
    created_at: since,
    updated_at: at,
  }
}

function textsOf(song: SongProcessed['data']): string[] {
  const { title, titleTranslit, subtitle, subtitleTranslit, artist, artistTranslit } = song
  return [title, titleTranslit, subtitle, subtitleTranslit, artist, artistTranslit]
}

async function writeCharts({ tx, schema }: TablesTx, songs: readonly Song[]): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.simfile_charts where simfile = any($1::bigint[])`,
    values: [songs.map(({ event }) => event.data.songId)],
  })
  const charts = songs.flatMap(({ event: { data } }) =>
    data.charts.map((chart, nth) => ({
      simfile: data.songId,
      nth,
      hash: chart.hash,
      steps_type: chart.stepsType,
      difficulty: chart.difficulty,
      meter: chart.meter,
      description: chart.description,
      chart_name: chart.chartName,
      stepartist: chart.stepartist,
      title_key: chartKey({ ...data, ...chart }),
      search: searchText(...textsOf(data), data.credit, chart.stepartist),
      content: sourceContent(data, chart),
      ...chart.counts,
      length: Math.round(chart.length),
      facts: factsOf(chart),
      // Updated when the sources of the chart are settled.
      accepted: false,
    })),
  )
  await tx.query({
    text: `
      insert into ${schema}.simfile_charts select * from jsonb_populate_recordset(null::${schema}.simfile_charts, $1::jsonb)`,
    values: [JSON.stringify(charts)],
  })
}

function factsOf(chart: ProcessedChart): ChartFacts {
  const { displayBpm, bpms, counts, otherCounts, radar, peakNps, nps, streams, steps } = chart
  return { displayBpm, bpms, counts, otherCounts, radar, peakNps, nps, streams, steps }
}
