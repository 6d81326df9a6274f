import type { TablesTx } from '../generation.ts'
import { moveBetweenMeters } from './plays-by-period-and-meter.ts'

/** Copies title and meter of these charts to the rows of their players. Withdrawn plays must be uncounted before. */
export async function retitle(into: TablesTx, hashes: readonly string[]): Promise<void> {
  await moveBetweenMeters(into, hashes)
  const { tx, schema } = into
  await tx.query({
    name: `${schema}_retitle_v3`,
    text: `
      update ${schema}.player_charts pc set title_key = c.title_key, search = c.search, meter = c.meter
      from ${schema}.charts c
      where c.hash = any($1::text[]) and pc.chart = c.hash
        and (pc.title_key, pc.search, pc.meter) is distinct from (c.title_key, c.search, c.meter)`,
    values: [hashes],
  })
}
