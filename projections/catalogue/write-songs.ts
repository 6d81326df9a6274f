import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { Positioned } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { ChartFacts } from './pack-tables.ts'
import { sourceContent } from './sources/source-content.ts'
import { chartKey, titleKey } from './title-key.ts'

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
