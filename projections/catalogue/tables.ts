import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { Table } from '../table.ts'
import type { ChartFacts } from './chart-facts.ts'
import { changedBy, trackChanges } from './list-index/track-changes.ts'
import { listedCharts } from './listed.ts'
import { createPackTables, indexPackTables, type PackTables, packTables } from './pack-tables.ts'

/**
 * A known chart. The first accepted song of a listed pack describes it: `described_by` (sources/accept-sources.ts),
 * processed at `described_at`. Without one, the play with the smallest (received, id) does: `first_at`, `first_id`, of
 * plays that are not withdrawn, null if there are none. `known_at`: when a play or a pack named it first. `plays`:
 * number of plays that are not withdrawn; `played`: one of them counts. `length`: seconds.
 */
export interface ChartRow {
  hash: string
  first_at: number | null
  first_id: number | null
  described_at: number | null
  described_by: number | null
  known_at: number
  title: string
  artist: string
  stepartist: string
  description: string | null
  length: number | null
  meter: number | null
  /** Sort key, and search text with the names of its packs: title-key.ts. */
  title_key: string
  search: string
  plays: number
  played: boolean
  /** The following columns come from packs only. */
  subtitle: string | null
  steps_type: string | null
  difficulty: string | null
  chart_name: string | null
  credit: string | null
  /** The song's, else the pack's. */
  banner: Picture | null
  banner_of_pack: boolean
  facts: ChartFacts | null
}

export interface CatalogueTables extends PackTables {
  charts: ChartRow
}

export const catalogueTables: readonly Table[] = [
  { name: 'charts', key: ['hash'], notCompared: ['changed_by'] },
  ...packTables,
]

/** Columns that the list of charts searches, filters or sorts by: list-index/charts-list.ts. */
const listedColumns = [
  'title_key',
  'search',
  'meter',
  'known_at',
  'steps_type',
  'difficulty',
  // These decide whether it is listed: listed.ts.
  'played',
  'described_by',
]

/**
 * Vacuumed well before the default of 20 % changed rows: pages of lists rely on index-only scans, which need an
 * up-to-date visibility map.
 */
export function createCatalogueTables(schema: string): string {
  return `
    create table ${schema}.charts (
      hash text collate "C" primary key,
      first_at bigint,
      first_id bigint,
      described_at bigint,
      described_by bigint,
      known_at bigint not null,
      title text not null,
      artist text not null,
      stepartist text not null,
      description text,
      length integer,
      meter integer,
      title_key text collate "C" not null,
      search text collate "C" not null,
      plays integer not null,
      played boolean not null default false,
      subtitle text,
      steps_type text,
      difficulty text,
      chart_name text,
      credit text,
      banner jsonb,
      banner_of_pack boolean not null default false,
      facts jsonb,
      ${changedBy}
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
    ${createPackTables(schema)}`
}

export function indexCatalogueTables(schema: string): string {
  return `
    create index charts_by_title on ${schema}.charts (title_key, hash) include (search, steps_type, difficulty) where ${listedCharts};
    create index charts_by_meter on ${schema}.charts ((coalesce(meter, -1)), hash) include (search, steps_type, difficulty, meter) where ${listedCharts};
    create index charts_by_time on ${schema}.charts (known_at, hash) include (search, steps_type, difficulty) where ${listedCharts};
    create index charts_listed on ${schema}.charts (hash) where ${listedCharts};
    create index charts_described_by on ${schema}.charts (described_by);
    ${trackChanges(schema, 'charts', listedColumns)};
    ${indexPackTables(schema)}`
}
