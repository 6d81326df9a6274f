import { sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'
import { entriesAhead } from './places.ts'

/**
 * What a play meant on one board. `rank`: the place that it holds now; null if a better play holds one. `change`:
 * hundredths of a percent from the best counting play before it; null on the first.
 */
export interface PlayOnBoard {
  readonly rank: number | null
  readonly change: number | null
}

/** Returns this for those of a player's plays that count, by play id. A few index lookups for each play. */
export async function playsOnBoard(
  generation: GenerationDb,
  { player, system }: { readonly player: string; readonly system: number },
  plays: readonly number[],
): Promise<Map<number, PlayOnBoard>> {
  const nth = scoreIndexOf(generation.rules, system)
  if (plays.length === 0 || nth === 0) return new Map()
  const { table } = generation
  const rank = sql`1 + ${entriesAhead(generation, { player, system, chart: 'p.chart', key: 'best.key' })}`
  const { rows } = await sql<{ id: number; rank: number | null; change: number | null }>`
    select p.id, case when best.play_id = p.id then (${rank})::integer end as rank,
      (p.hundredths[${nth}::integer] - earlier.key / ${timeUnits})::integer as change
    from unnest(${[...plays]}::bigint[]) as x(id)
    cross join lateral (select * from ${table('plays')} p where p.id = x.id and p.eligible limit 1) p
    left join lateral (
      select b.key, b.play_id from ${table('best')} b
      where b.chart = p.chart and b.player = ${player}::uuid and b.system = ${system} limit 1
    ) best on true
    left join lateral (
      select i.key from ${table('improvements')} i
      where i.chart = p.chart and i.player = ${player}::uuid and i.system = ${system} and (i.at, i.play_id) < (p.at, p.id)
      order by i.at desc, i.play_id desc limit 1
    ) earlier on true`.execute(generation.db)
  return new Map(rows.map(({ id, ...onBoard }) => [id, onBoard]))
}
