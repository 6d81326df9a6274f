import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { LeftOut, ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
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
import { chartSourcesTables } from './sources/source-table.ts'

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
