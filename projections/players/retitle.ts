import { type ChartTitle, titlesOf } from '../catalogue/titles.ts'
import type { TablesTx } from '../generation.ts'
import { moveBetweenMeters } from './periods.ts'

/** Copies title and meter of these charts to the rows of their players. Withdrawn plays must be uncounted before. */
export async function retitle(into: TablesTx, hashes: readonly string[]): Promise<void> {
  await moveBetweenMeters(into, hashes)
  const titles: ChartTitle[] = [...(await titlesOf(into, hashes)).values()]
  const { tx, schema } = into
  await tx.query({
    name: `${schema}_retitle_v2`,
    text: `
      update ${schema}.player_charts pc set title_key = x.title_key, search = x.search, meter = x.meter
      from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as x(chart, title_key, search, meter)
      where pc.chart = x.chart and (pc.title_key, pc.search, pc.meter) is distinct from (x.title_key, x.search, x.meter)`,
    values: [
      titles.map((t) => t.hash),
      titles.map((t) => t.title_key),
      titles.map((t) => t.search),
      titles.map((t) => t.meter),
    ],
  })
}
