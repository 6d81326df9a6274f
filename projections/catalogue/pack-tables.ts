import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { LeftOut } from '@stepledger/contracts/packs/processed-chart.ts'
import type { Table } from '../table.ts'
import type { ChartFacts } from './chart-facts.ts'
import { changedBy, trackChanges } from './list-index/track-changes.ts'
import { createPackNews, indexPackNews, type PackNewsRow } from './pack-news.ts'
import { type ChartSourceRow, chartSourcesTable, createChartSources } from './sources/source-table.ts'

/** A pack, from its first upload on. Times are ms since 1970. */
export interface PackRow {
  id: number
  name: string
  /** Sort key of the name and search text: title-key.ts. */
  name_key: string
  search: string
  banner: Picture | null
  /** Number and ids of the songs of its last upload. */
  songs: number
  song_ids: number[]
  /** Null until its first upload was processed. */
  created_at: number | null
  updated_at: number | null
  /** In the lists: processed and not removed. */
  listed: boolean
  /** Digest of the last uploader's id (sources/source-content.ts); null for an operator. */
  uploader: string | null
  /** Offset of its last folded event; earlier ones are ignored. */
  offset: number
}

/** A song of a pack. */
export interface SimfileRow {
  id: number
  pack: number
  folder: string
  title: string
  subtitle: string
  artist: string
  genre: string
  credit: string
  banner: Picture | null
  background: Picture | null
  jacket: Picture | null
  left_out: LeftOut[]
  title_key: string
  artist_key: string
  search: string
  created_at: number
  updated_at: number
  /** Part of the last upload of its pack, which is listed. */
  listed: boolean
}

/** A chart of a song, in the order of the simfile. */
export interface SimfileChartRow {
  simfile: number
  nth: number
  hash: string
  steps_type: string
  difficulty: string
  meter: number | null
  description: string
  chart_name: string
  stepartist: string
  /** Sort key and search text of the chart, without its packs: title-key.ts. */
  title_key: string
  search: string
  /** Its description of the chart: digest (sources/source-content.ts), counts and facts. `length`: seconds. */
  content: string
  rows: number
  holds: number
  rolls: number
  mines: number
  length: number
  facts: ChartFacts
  /** Its description is in force: sources/accept-sources.ts. */
  accepted: boolean
}

/** The counts of a chart in accepted songs of listed packs; several rows if files with one hash differ. */
export interface ChartCountsRow {
  hash: string
  rows: number
  holds: number
  rolls: number
  mines: number
}

export interface PackTables {
  packs: PackRow
  simfiles: SimfileRow
  simfile_charts: SimfileChartRow
  chart_sources: ChartSourceRow
  chart_counts: ChartCountsRow
  pack_news: PackNewsRow
}

export const packTables: readonly Table[] = [
  { name: 'packs', key: ['id'] },
  { name: 'simfiles', key: ['id'], notCompared: ['changed_by'] },
  { name: 'simfile_charts', key: ['simfile', 'nth'] },
  chartSourcesTable,
  { name: 'chart_counts', key: ['hash', 'rows', 'holds', 'rolls', 'mines'] },
  { name: 'pack_news', key: ['pack', 'event'] },
]

/** Columns that the list of songs searches, filters or sorts by: list-index/songs-list.ts. */
const listedColumns = ['title_key', 'artist_key', 'search', 'listed']

/** With keys: a build fills them with the same statements as the live fold. */
export function createPackTables(schema: string): string {
  return `
    create table ${schema}.packs (
      id bigint primary key,
      name text not null,
      name_key text collate "C" not null,
      search text collate "C" not null,
      banner jsonb,
      songs integer not null default 0,
      song_ids bigint[] not null default '{}',
      created_at bigint,
      updated_at bigint,
      listed boolean not null default false,
      uploader text collate "C",
      "offset" bigint not null
    );
    create table ${schema}.simfiles (
      id bigint primary key,
      pack bigint not null,
      folder text not null,
      title text not null,
      subtitle text not null,
      artist text not null,
      genre text not null,
      credit text not null,
      banner jsonb,
      background jsonb,
      jacket jsonb,
      left_out jsonb not null,
      title_key text collate "C" not null,
      artist_key text collate "C" not null,
      search text collate "C" not null,
      created_at bigint not null,
      updated_at bigint not null,
      listed boolean not null default false,
      ${changedBy}
    );
    create table ${schema}.simfile_charts (
      simfile bigint not null,
      nth smallint not null,
      hash text collate "C" not null,
      steps_type text not null,
      difficulty text not null,
      meter integer,
      description text not null,
      chart_name text not null,
      stepartist text not null,
      title_key text collate "C" not null,
      search text collate "C" not null,
      content text collate "C" not null,
      rows integer not null,
      holds integer not null,
      rolls integer not null,
      mines integer not null,
      length integer not null,
      facts jsonb not null,
      accepted boolean not null,
      primary key (simfile, nth)
    );
    ${createChartSources(schema)};
    create table ${schema}.chart_counts (
      hash text collate "C" not null,
      rows integer not null,
      holds integer not null,
      rolls integer not null,
      mines integer not null,
      primary key (hash, rows, holds, rolls, mines)
    );
    ${createPackNews(schema)}`
}

export function indexPackTables(schema: string): string {
  return `
    create index packs_by_name on ${schema}.packs (name_key, id) where listed;
    create index packs_by_time on ${schema}.packs (created_at, id) where listed;
    create index simfiles_of_pack on ${schema}.simfiles (pack, title_key, id);
    create index simfiles_by_title on ${schema}.simfiles (title_key, id) include (search) where listed;
    create index simfiles_by_artist on ${schema}.simfiles (artist_key, id) include (search) where listed;
    create index simfile_charts_of_chart on ${schema}.simfile_charts (hash);
    ${trackChanges(schema, 'simfiles', listedColumns)};
    ${indexPackNews(schema)}`
}
