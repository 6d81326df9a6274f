import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import { bigint, boolean, column, integer, key, nullable, type RowsOf, text, withDefault } from '../table.ts'
import { type ChartFacts, indexPackTables, packTables } from './pack-tables.ts'

/**
 * A column with a name in lower case, cut to fit an index entry. The locale of the embedded Postgres knows no case but
 * that of ASCII letters.
 */
function keyOfName(name: string) {
  return column<string | null>(`text collate "C" generated always as (lower(left(${name}, 100))) stored`, '')
}

const chartTables = {
  /**
   * A known chart. The first accepted song of a listed pack describes it: `described_by` (sources/accept-sources.ts),
   * processed at `described_at`. Without one, the play with the smallest (received, id) does: `first_at`, `first_id`, of
   * plays that are not withdrawn, null if there are none. `known_at`: when a play or a pack named it first. `plays`:
   * number of plays that are not withdrawn; `played`: one of them counts. `length`: seconds.
   */
  charts: {
    columns: {
      hash: column<string>('text collate "C"', 'primary key'),
      first_at: nullable(bigint),
      first_id: nullable(bigint),
      described_at: nullable(bigint),
      described_by: nullable(bigint),
      known_at: bigint,
      title: text,
      artist: text,
      stepartist: text,
      description: nullable(text),
      length: nullable(integer),
      meter: nullable(integer),
      /** Sort key (title-key.ts), and search text with the names of its packs (search-text.ts). */
      title_key: key,
      search: key,
      /** Lists filter by these. Columns, because Postgres reads no expression from an index alone. */
      artist_key: keyOfName('artist'),
      stepartist_key: keyOfName("coalesce(nullif(stepartist, ''), credit)"),
      plays: integer,
      played: withDefault(boolean, 'false'),
      /** The following columns come from packs only. */
      subtitle: nullable(text),
      steps_type: nullable(text),
      difficulty: nullable(text),
      chart_name: nullable(text),
      credit: nullable(text),
      /** The song's, else the pack's. */
      banner: column<Picture | null>('jsonb', ''),
      banner_of_pack: withDefault(boolean, 'false'),
      facts: column<ChartFacts | null>('jsonb', ''),
    },
    key: ['hash'],
    // Vacuumed well before the default of 20 % changed rows: pages of lists rely on index-only scans, which need an
    // up-to-date visibility map.
    storage: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02',
  },
} as const

export const catalogueTables = { ...chartTables, ...packTables }

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof catalogueTables> {}
}

export type ChartRow = RowsOf<typeof chartTables>['charts']

/**
 * SQL of the search text in the index of trigrams. The collation changes nothing but which conditions can use this index:
 * for a word without trigrams it would be read as a whole.
 */
export const trigramText = 'search collate "POSIX"'

export function indexCatalogueTables(schema: string): string {
  return `
    create index charts_by_title on ${schema}.charts (title_key, hash) include (search, steps_type, difficulty, meter) where ${listedCharts};
    create index charts_by_meter on ${schema}.charts ((coalesce(meter, -1)), hash) include (search, steps_type, difficulty, meter) where ${listedCharts};
    create index charts_by_time on ${schema}.charts (known_at, hash) include (search, steps_type, difficulty, meter) where ${listedCharts};
    create index charts_by_artist on ${schema}.charts (artist_key, title_key, hash) include (steps_type, difficulty, meter, known_at) where ${listedCharts};
    create index charts_by_stepartist on ${schema}.charts (stepartist_key, title_key, hash) include (steps_type, difficulty, meter, known_at) where ${listedCharts};
    create index charts_listed on ${schema}.charts (hash) where ${listedCharts};
    -- For words that few charts contain. Without a limit, each search would read up to 4 MB of pending entries.
    create index charts_by_trigrams on ${schema}.charts using gin (${trigramText} gin_trgm_ops) with (gin_pending_list_limit = 256) where ${listedCharts};
    -- To count: entries with equal columns are stored once, which is less to read.
    create index charts_by_search on ${schema}.charts (search) where ${listedCharts};
    create index charts_by_type on ${schema}.charts (steps_type, difficulty, meter, search) where ${listedCharts};
    create index charts_described_by on ${schema}.charts (described_by);
    ${indexPackTables(schema)}`
}

/**
 * SQL condition: lists and pages show the chart, because its boards have a player or an accepted song of a listed pack
 * contains it. The partial indexes of lists use this text, so queries must use the same.
 */
export const listedCharts = '(played or described_by is not null)'
