import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { bigint, boolean, column, integer, key, nullable, type RowsOf, withDefault } from '../../table.ts'

export const chartSourcesTables = {
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
