import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'

/** A line for DuckDB that reads the newest plays of a series from `origin`; null where it has none. */
export function sampleQuery({ files }: Pick<PublishedSeries, 'files'>, origin: string): string | null {
  const plays = files.filter(({ table }) => table === 'plays').at(-1)
  if (!plays) return null
  return `select chart, count(*) as plays, avg(ex) as ex from '${origin}${plays.url}' where chart is not null group by chart order by plays desc limit 10;`
}
