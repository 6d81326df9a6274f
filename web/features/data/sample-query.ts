import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'

/** A DuckDB query on the newest month of a series; null if it has none. */
export function sampleQuery({ files }: Pick<PublishedSeries, 'files'>, origin: string): string | null {
  const charts = files.filter(({ table }) => table === 'chart_months').at(-1)
  if (!charts) return null
  return `select chart, ranked_players, ex from '${origin}${charts.url}' where ranked_players is not null order by ranked_players desc limit 10;`
}
