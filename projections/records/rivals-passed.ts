import { sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

/** A play by which its player got ahead of a rival on the board of a chart. Scores in hundredths of a percent. */
export interface RivalPassed {
  readonly playId: number
  readonly rival: string
  readonly hundredths: number
  readonly rivalHundredths: number
}

/**
 * Returns the present rivals of a player whom these plays passed on one board, in the order of the plays: rivals whose
 * best among the plays received before was ahead of the player's best, or on a chart on which the player had none. So a
 * play that arrives late changes nothing about those received before it. One index lookup per play that is a best, and
 * one for each of the rivals.
 */
export async function rivalsPassed(
  generation: GenerationDb,
  { player, system }: { readonly player: string; readonly system: number },
  plays: readonly { readonly id: number; readonly chart: string; readonly at: number }[],
): Promise<RivalPassed[]> {
  if (plays.length === 0) return []
  const { table } = generation
  const { rows } = await sql<{ play_id: number; rival: string; key: number; rival_key: number }>`
    select own.play_id, r.rival, own.key, theirs.key as rival_key
    from unnest(${plays.map(({ id }) => id)}::bigint[], ${plays.map(({ chart }) => chart)}::text[],
      ${plays.map(({ at }) => at)}::bigint[]) with ordinality as x(id, chart, at, nth)
    cross join lateral (
      select i.play_id, i.at, i.key, i.old_key from ${table('improvements')} i
      where i.chart = x.chart and i.player = ${player}::uuid and i.system = ${system} and i.at = x.at and i.play_id = x.id
      limit 1
    ) own
    join ${table('rivals')} r on r.player = ${player}::uuid
    cross join lateral (
      select i.key from ${table('improvements')} i
      where i.chart = x.chart and i.player = r.rival and i.system = ${system}
        and (i.at, i.play_id) < (own.at, own.play_id)
      order by i.at desc, i.play_id desc limit 1
    ) theirs
    where (theirs.key, r.rival) < (own.key, ${player}::uuid)
      and (own.old_key is null or (theirs.key, r.rival) > (own.old_key, ${player}::uuid))
    order by x.nth, theirs.key desc, r.rival`.execute(generation.db)
  return rows.map(({ play_id, rival, key, rival_key }) => ({
    playId: play_id,
    rival,
    hundredths: hundredthsOf(key),
    rivalHundredths: hundredthsOf(rival_key),
  }))
}
