import type { PlayerTotals } from '@stepledger/contracts/http/players.ts'
import { sql } from 'kysely'
import { periodOf } from '../periods.ts'
import type { GenerationDb } from '../read-database.ts'
import type { Count, ReadModel } from '../read-model.ts'
import { bigint, integer, type RowsOf, uuid } from '../table.ts'

/** A quarter of an hour, ms. Quarters are numbered from 1970 on. */
const quarterMs = 15 * 60_000

const activityTables = {
  /**
   * A player's number of plays in a quarter of an hour. Every time zone is a whole number of quarters from UTC, so that
   * days in any zone are sums of these rows.
   */
  player_quarters: {
    columns: { player: uuid, quarter: integer, plays: integer },
    key: ['player', 'quarter'],
  },
  /**
   * What a player has played in a period of time (players/players.ts), without withdrawn plays.
   * `steps`: judged rows; `seconds`: plays.seconds.
   */
  player_totals: {
    columns: { player: uuid, period: integer, plays: integer, steps: bigint, seconds: bigint },
    key: ['player', 'period'],
    storage: 'fillfactor = 70',
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof activityTables> {}
}

const playsByQuarter: Count = {
  table: 'player_quarters',
  key: { player: 'player', quarter: `(played_at / ${quarterMs})::integer` },
  sums: { plays: 'sum(n)' },
  from: ({ plays }) => plays,
}

const totals: Count = {
  table: 'player_totals',
  key: { player: 'player', period: periodOf('played_at') },
  sums: { plays: 'sum(n)', steps: 'sum(n * rows)', seconds: 'sum(n * seconds)' },
  from: ({ plays }) => plays,
}

/** When and how much players play: the days and the cells of a profile. */
export const activity: ReadModel = {
  tables: activityTables,
  /** The key of `player_quarters` includes the count, so that a year is read from the index alone. */
  index: (schema) => `
    alter table ${schema}.player_quarters add primary key (player, quarter) include (plays);
    alter table ${schema}.player_totals add primary key (player, period)`,
  counts: [playsByQuarter, totals],
}

/** `lastPlayedAt`: ms since 1970; null without plays. */
type TotalsOfPlayer = Omit<PlayerTotals, 'lastPlayedAt'> & { readonly lastPlayedAt: number | null }

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
