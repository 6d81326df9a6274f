import { sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

/** The nearest rival above a player on a chart. Scores in hundredths of a percent. */
interface RivalAbove {
  readonly chart: string
  readonly playId: number
  readonly hundredths: number
  readonly rival: string
  readonly rivalPlayId: number
  readonly rivalHundredths: number
}

interface Row {
  readonly chart: string
  readonly play_id: number
  readonly own: number
  readonly player: string
  readonly other_play: number
  readonly other: number
}

/**
 * Returns the charts on which the player is closest to passing one of these rivals, of the charts with the latest bests.
 * One index range of the player, and one index entry for each of those charts and rivals.
 */
export async function rivalsAbove(
  { table, db }: GenerationDb,
  given: {
    readonly player: string
    readonly rivals: readonly string[]
    readonly system: number
    /** Number of the player's bests that are compared. */
    readonly bests: number
    readonly limit: number
  },
): Promise<RivalAbove[]> {
  const { player, rivals, system, bests, limit } = given
  if (rivals.length === 0) return []
  const best = table('best')
  const { rows } = await sql<Row>`
    with own as materialized (
      select chart, play_id, key from ${best}
      where player = ${player}::uuid and system = ${system} order by played_at desc, chart limit ${bests}
    )
    select own.chart, own.play_id, own.key / ${timeUnits}::bigint as own,
      above.player, above.play_id as other_play, above.key / ${timeUnits}::bigint as other
    from own cross join lateral (
      select b.player, b.play_id, b.key from unnest(${[...rivals]}::uuid[]) as r(player)
      join ${best} b on b.chart = own.chart and b.player = r.player and b.system = ${system}
      where b.key > own.key order by b.key, b.player limit 1
    ) above
    order by above.key / ${timeUnits}::bigint - own.key / ${timeUnits}::bigint, own.chart limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({
    chart: row.chart,
    playId: row.play_id,
    hundredths: Number(row.own),
    rival: row.player,
    rivalPlayId: row.other_play,
    rivalHundredths: Number(row.other),
  }))
}
