/**
 * A song's description of a chart, from the event that listed it to the one that ended it. Rows of ended sources stay,
 * because the acceptance of later ones depends on them. Offsets are those of the pack's partition, times are ms since
 * 1970.
 */
export interface ChartSourceRow {
  pack: number
  song: number
  hash: string
  from_offset: number
  from_at: number
  /** Null while it is listed. */
  until_offset: number | null
  until_at: number | null
  /** Digest of the uploader's id; null for an operator. */
  uploader: string | null
  /** Digest of counts and description: source-content.ts. */
  content: string
  rows: number
  holds: number
  rolls: number
  mines: number
  /** The last decision and its time; null for none. */
  decided: boolean | null
  decided_at: number | null
  /** In force while listed: accept-sources.ts. */
  accepted: boolean
  /** The accepted source with the smallest rank describes the chart; null if never accepted. */
  rank: number | null
}

export const chartSourcesTable = { name: 'chart_sources', key: ['pack', 'song', 'hash', 'from_offset'] }

/** With indexes: a build fills it with the same statements as the live fold. */
export function createChartSources(schema: string): string {
  return `
    create table ${schema}.chart_sources (
      pack bigint not null,
      song bigint not null,
      hash text collate "C" not null,
      from_offset bigint not null,
      from_at bigint not null,
      until_offset bigint,
      until_at bigint,
      uploader text collate "C",
      content text collate "C" not null,
      rows integer not null,
      holds integer not null,
      rolls integer not null,
      mines integer not null,
      decided boolean,
      decided_at bigint,
      accepted boolean not null,
      rank bigint,
      primary key (pack, song, hash, from_offset)
    );
    create index chart_sources_of_chart on ${schema}.chart_sources (hash);
    create index chart_sources_of_song on ${schema}.chart_sources (song) where until_at is null;
    create index chart_sources_waiting on ${schema}.chart_sources (pack) where until_at is null and decided is null and not accepted`
}
