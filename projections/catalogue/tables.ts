import type { Table } from '../table.ts'

/**
 * Charts as far as they are known. While no pack has brought a chart, title and meter come from its play with the least (received, id):
 * `first_at`, `first_id`. `plays`: kept plays that were not withdrawn. `length`: seconds.
 */
export interface ChartRow {
  hash: string
  first_at: number
  first_id: number
  title: string
  artist: string
  stepartist: string
  description: string | null
  length: number | null
  meter: number | null
  /** What titles are ordered by, and what a search looks in: title-key.ts. */
  title_key: string
  search: string
  plays: number
}

export interface CatalogueTables {
  charts: ChartRow
}

export const catalogueTables: readonly Table[] = [{ name: 'charts', key: ['hash'] }]

export function createCatalogueTables(schema: string): string {
  return `
    create table ${schema}.charts (
      hash text collate "C" not null,
      first_at bigint not null,
      first_id bigint not null,
      title text not null,
      artist text not null,
      stepartist text not null,
      description text,
      length integer,
      meter integer,
      title_key text collate "C" not null,
      search text not null,
      plays integer not null
    )`
}

export function indexCatalogueTables(schema: string): string {
  return `
    alter table ${schema}.charts add primary key (hash)`
}
