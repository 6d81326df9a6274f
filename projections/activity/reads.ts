import type { PlayerTotals } from '@stepledger/contracts/http/player-home.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { quarterMs } from './activity.ts'

/** `lastPlayedAt`: ms since 1970; null without plays. */
export type TotalsOfPlayer = Omit<PlayerTotals, 'lastPlayedAt'> & { readonly lastPlayedAt: number | null }

/** Returns what a player has played in all: stored counts, and index ranges of the periods and of the charts played. */
export async function totalsOfPlayer({ table, db }: GenerationDb, player: string): Promise<TotalsOfPlayer> {
  const { rows } = await sql<TotalsOfPlayer>`
    select coalesce(p.plays, 0) as plays, t.steps, t.seconds,
      (select count(*) from ${table('player_charts')} c where c.player = x.id) as charts,
      (select played_at from ${table('plays')} l where l.player = x.id and l.withdrawn_at is null
        order by l.played_at desc, l.id desc limit 1) as "lastPlayedAt"
    from (select ${player}::uuid as id) x
    left join ${table('players')} p on p.id = x.id
    cross join lateral (
      select coalesce(sum(steps), 0)::bigint as steps, coalesce(sum(seconds), 0)::bigint as seconds
      from ${table('player_totals')} where player = x.id
    ) t`.execute(db)
  return rows[0] ?? { plays: 0, charts: 0, steps: 0, seconds: 0, lastPlayedAt: null }
}

/**
 * Returns the number of plays between each two successive times, by when they were played; `times` ascend, ms since
 * 1970, on whole quarters of an hour. One index range, of at most a row for each quarter.
 */
export async function playsBetween(
  { table, db }: GenerationDb,
  player: string,
  times: readonly number[],
): Promise<number[]> {
  const quarters = times.map((time) => Math.round(time / quarterMs))
  const [first = 0] = quarters
  const { rows } = await sql<{ nth: number; plays: number }>`
    select width_bucket(quarter, ${quarters}::integer[]) as nth, sum(plays)::integer as plays
    from ${table('player_quarters')}
    where player = ${player}::uuid and quarter >= ${first} and quarter < ${quarters.at(-1) ?? 0}
    group by 1`.execute(db)
  const counts = new Array<number>(Math.max(0, times.length - 1)).fill(0)
  for (const { nth, plays } of rows) counts[nth - 1] = plays
  return counts
}
