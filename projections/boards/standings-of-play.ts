import { sql } from 'kysely'
import { bucketSql, keyAbove, timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { differenceText, percentText } from '../scoring/percent-text.ts'

/**
 * A player's standing on one board after a play. `delta`: percentage points relative to the best earlier counting play,
 * null on the first.
 */
export interface BoardStanding {
  readonly system: number
  readonly rank: number
  readonly total: number
  readonly personalBest: boolean
  /** Percent of the player's best play, which determines the rank. */
  readonly best: string
  readonly delta: string | null
}

interface StandingRow {
  readonly system: number
  readonly rank: number
  readonly total: number
  readonly best_play: number
  readonly best: number
  readonly hundredths: number
  /** Hundredths of the best earlier counting play of the player. */
  readonly earlier: number | null
}

/**
 * Returns the standings of a counting play in every system; empty if it does not count. One statement, because the
 * response to every play waits for it. The rank is that of the player's best: one more than the number of players
 * ahead. The stored bucket counts give the players in the buckets above, so only the own bucket is scanned.
 */
export async function standingsOf(
  { table, rules, db }: GenerationDb,
  { chart, player, playId }: { chart: string; player: string; playId: number },
): Promise<BoardStanding[]> {
  const bucket = bucketSql('best.key')
  const { rows } = await sql<StandingRow>`
    with own as (
      select play_id, at, hundredths from ${table('attempts')}
      where play_id = ${playId} and chart = ${chart} and player = ${player} and counts
    ), earlier as (
      select score.nth, max(score.hundredths) as hundredths
      from own join ${table('attempts')} a on a.chart = ${chart} and a.player = ${player} and a.counts
        and (a.at, a.play_id) < (own.at, own.play_id)
      cross join unnest(a.hundredths) with ordinality as score(hundredths, nth)
      group by score.nth
    )
    select x.system, best.play_id as best_play, best.key / ${timeUnits} as best, own.hundredths[x.nth] as hundredths, earlier.hundredths as earlier,
      board.players as total,
      (1
        + coalesce((select sum(b.players) from ${table('buckets')} b
            where b.chart = ${chart} and b.system = x.system and b.bucket > ${sql.raw(bucket)}), 0)
        + (select count(*) from ${table('best')} b
            where b.chart = ${chart} and b.system = x.system and b.key < ${keyAbove(bucket)}
              and (b.key, b.player) > (best.key, best.player)))::integer as rank
    from own
    cross join unnest(${rules.systems.map(({ id }) => id)}::smallint[]) with ordinality as x(system, nth)
    join ${table('best')} best on best.chart = ${chart} and best.player = ${player} and best.system = x.system
    join ${table('boards')} board on board.chart = ${chart}
    left join earlier on earlier.nth = x.nth
    order by x.nth`.execute(db)
  return rows.map((row) => ({
    system: row.system,
    rank: row.rank,
    total: row.total,
    personalBest: row.best_play === playId,
    best: percentText(row.best),
    delta: row.earlier === null ? null : differenceText(row.hundredths - row.earlier),
  }))
}
