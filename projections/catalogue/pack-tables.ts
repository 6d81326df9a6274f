import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { ChartCounts, LeftOut, ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import {
  bigint,
  boolean,
  column,
  integer,
  key,
  nullable,
  type RowsOf,
  smallint,
  text,
  withDefault,
} from '../table.ts'
import { indexPackNews, packNewsTables } from './pack-news.ts'

const chartSourcesTables = {
  /**
   * A song's description of a chart, from the event that listed it to the one that ended it. Rows of ended sources stay,
   * because the acceptance of later ones depends on them. Offsets are those of the pack's partition, times are ms since
   * 1970.
   */
  chart_sources: {
    columns: {
      pack: bigint,
      song: bigint,
      hash: key,
      from_offset: bigint,
      from_at: bigint,
      /** Null while it is listed. */
      until_offset: nullable(bigint),
      until_at: nullable(bigint),
      /** Digest of the uploader's id; null for an operator. */
      uploader: nullable(key),
      /** Digest of counts and description: source-content.ts. */
      content: key,
      rows: integer,
      holds: integer,
      rolls: integer,
      mines: integer,
      /** Further counts that are as right: those of other players. */
      other_counts: withDefault(column<readonly ChartCounts[]>('jsonb'), "'[]'"),
      /** The last decision and its time; null for none. */
      decided: nullable(boolean),
      decided_at: nullable(bigint),
      /** In force while listed: accept-sources.ts. */
      accepted: boolean,
      /** The accepted source with the smallest rank describes the chart; null if never accepted. */
      rank: nullable(bigint),
    },
    more: ['primary key (pack, song, hash, from_offset)'],
    key: ['pack', 'song', 'hash', 'from_offset'],
  },
} as const

export type ChartSourceRow = RowsOf<typeof chartSourcesTables>['chart_sources']

/** Indexes that the fold of packs needs: a build folds packs as the live fold does. */
export function indexChartSources(schema: string): string {
  return `
    create index chart_sources_of_chart on ${schema}.chart_sources (hash);
    create index chart_sources_of_song on ${schema}.chart_sources (song) where until_at is null;
    create index chart_sources_waiting on ${schema}.chart_sources (pack) where until_at is null and decided is null and not accepted`
}

const id = column<number>('bigint', 'primary key')
const picture = column<Picture | null>('jsonb', '')

/** With primary keys: a build fills them with the same statements as the live fold. */
export const packTables = {
  /** A pack, from its first upload on. Times are ms since 1970. */
  packs: {
    columns: {
      id,
      name: text,
      /** Sort key of the name (title-key.ts) and search text (search-text.ts). */
      name_key: key,
      search: key,
      banner: picture,
      /** Number and ids of the songs of its last upload. */
      songs: withDefault(integer, '0'),
      song_ids: column<number[]>('bigint[]', "not null default '{}'"),
      /** Null until its first upload was processed. */
      created_at: nullable(bigint),
      updated_at: nullable(bigint),
      /** In the lists: processed and not removed. */
      listed: withDefault(boolean, 'false'),
      /** Digest of the last uploader's id (sources/source-content.ts); null for an operator. */
      uploader: nullable(key),
      /** Offset of its last folded event; earlier ones are ignored. */
      offset: bigint,
    },
    key: ['id'],
  },
  simfiles: {
    columns: {
      id,
      pack: bigint,
      folder: text,
      title: text,
      subtitle: text,
      artist: text,
      genre: text,
      credit: text,
      banner: picture,
      background: picture,
      jacket: picture,
      left_out: column<LeftOut[]>('jsonb'),
      title_key: key,
      artist_key: key,
      search: key,
      created_at: bigint,
      updated_at: bigint,
      /** Part of the last upload of its pack, which is listed. */
      listed: withDefault(boolean, 'false'),
    },
    key: ['id'],
  },
  /** A chart of a song, in the order of the simfile. */
  simfile_charts: {
    columns: {
      simfile: bigint,
      nth: smallint,
      hash: key,
      steps_type: text,
      difficulty: text,
      meter: nullable(integer),
      description: text,
      chart_name: text,
      stepartist: text,
      /** Sort key of the chart (title-key.ts), and search text without its packs (search-text.ts). */
      title_key: key,
      search: key,
      /** Its description of the chart: digest (sources/source-content.ts), counts and facts. `length`: seconds. */
      content: key,
      rows: integer,
      holds: integer,
      rolls: integer,
      mines: integer,
      length: integer,
      facts: column<ChartFacts>('jsonb'),
      /** Its description is in force: sources/accept-sources.ts. */
      accepted: boolean,
    },
    more: ['primary key (simfile, nth)'],
    key: ['simfile', 'nth'],
  },
  ...chartSourcesTables,
  /** The counts of a chart in accepted songs of listed packs; several rows if files with one hash differ. */
  chart_counts: {
    columns: { hash: key, rows: integer, holds: integer, rolls: integer, mines: integer },
    more: ['primary key (hash, rows, holds, rolls, mines)'],
    key: ['hash', 'rows', 'holds', 'rolls', 'mines'],
  },
  ...packNewsTables,
} as const

type PackTables = RowsOf<typeof packTables>
export type PackRow = PackTables['packs']
export type SimfileRow = PackTables['simfiles']

export function indexPackTables(schema: string): string {
  return `
    create index packs_by_name on ${schema}.packs (name_key, id) where listed;
    create index packs_by_time on ${schema}.packs (created_at, id) where listed;
    create index simfiles_of_pack on ${schema}.simfiles (pack, title_key, id);
    create index simfiles_by_title on ${schema}.simfiles (title_key, id) include (search) where listed;
    create index simfiles_by_artist on ${schema}.simfiles (artist_key, id) include (search) where listed;
    create index simfile_charts_of_chart on ${schema}.simfile_charts (hash);
    ${indexPackNews(schema)}`
}

/** Facts about a chart that only a pack provides, apart from names. */
export type ChartFacts = Pick<
  ProcessedChart,
  'displayBpm' | 'bpms' | 'counts' | 'otherCounts' | 'radar' | 'peakNps' | 'nps' | 'streams' | 'steps'
>
