import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type RawBuilder, sql } from 'kysely'
import { type RecentPlayOf, recentPlaysById } from '../catalogue/recent-plays.ts'
import type { GenerationDb } from '../read-database.ts'

export interface MetersOfPlays {
  readonly minMeter?: number | undefined
  readonly maxMeter?: number | undefined
}

/** Scores in hundredths of a percent, errors in ms. */
export interface MonthOfPlayer {
  readonly month: string
  readonly plays: number
  readonly passed: number
  readonly best: number | null
  readonly median: number | null
  readonly meanAbsoluteError: number | null
}

/** SQL: the month in UTC of ms since 1970, as `2026-11`. */
const monthOf = (ms: RawBuilder<unknown>) =>
  sql<string>`to_char(to_timestamp(${ms} / 1000.0) at time zone 'UTC', 'YYYY-MM')`

/** The plays of a player, oldest month first. `system`: of the board; reads all plays of the player. */
export async function monthsOfPlayer(
  generation: GenerationDb,
  player: string,
  system: number,
  meters: MetersOfPlays,
): Promise<MonthOfPlayer[]> {
  const score = scoreOn(generation, system)
  const misses = itemAt(generation.rules.systems, 0).windows.length + 1
  const hits = sql`(p.rows - p.judgments[${sql.lit(misses)}])`
  const { rows } = await sql<MonthOfPlayer>`
    select ${monthOf(sql`p.played_at`)} as month,
      count(*)::integer as plays,
      (count(*) filter (where p.passed))::integer as passed,
      max(${score}) filter (where p.eligible) as best,
      percentile_disc(0.5) within group (order by ${score}) filter (where p.eligible) as median,
      sum(p.statistics[1] * ${hits}) / nullif(sum(${hits}) filter (where p.statistics is not null), 0) as "meanAbsoluteError"
    from ${playsWithMeter(generation, player, meters)}
    group by 1 order by 1`.execute(generation.db)
  return rows
}

/** The best plays of a month that count on the board, best first. */
export async function bestPlaysOfMonth(
  generation: GenerationDb,
  player: string,
  system: number,
  { month, limit, ...meters }: MetersOfPlays & { readonly month: string; readonly limit: number },
): Promise<RecentPlayOf[]> {
  const from = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1)
  const until = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)))
  const { rows } = await sql<{ id: number }>`
    select p.id from ${playsWithMeter(generation, player, meters)}
      and p.eligible and p.played_at >= ${from} and p.played_at < ${until}
    order by ${scoreOn(generation, system)} desc, p.played_at, p.id limit ${limit}`.execute(generation.db)
  const ids = rows.map(({ id }) => id)
  const plays = new Map((await recentPlaysById(generation, ids)).map((play) => [play.playId, play]))
  return ids.flatMap((id) => plays.get(id) ?? [])
}

/** The least and the greatest meter that a player has played; null without a known one. */
export async function metersPlayed(
  { db, table }: GenerationDb,
  player: string,
): Promise<{ min: number; max: number } | null> {
  const { rows } = await sql<{ min: number | null; max: number | null }>`
    select min(meter) as min, max(meter) as max from ${table('player_charts')} where player = ${player}::uuid`.execute(
    db,
  )
  const { min = null, max = null } = rows[0] ?? {}
  return min === null || max === null ? null : { min, max }
}

function playsWithMeter(
  { table }: GenerationDb,
  player: string,
  { minMeter, maxMeter }: MetersOfPlays,
): RawBuilder<unknown> {
  const own = sql`${table('plays')} p`
  const ofPlayer = sql`p.player = ${player}::uuid and p.withdrawn_at is null`
  if (minMeter === undefined && maxMeter === undefined) return sql`${own} where ${ofPlayer}`
  return sql`${own} join ${table('player_charts')} c on c.player = p.player and c.chart = p.chart
    where ${ofPlayer} and c.meter between ${minMeter ?? 0}::integer and ${maxMeter ?? 9999}::integer`
}

/** SQL: the score of a play on a board, in hundredths of a percent. */
function scoreOn({ rules }: GenerationDb, system: number): RawBuilder<number> {
  return sql`p.hundredths[${sql.lit(rules.systems.findIndex(({ id }) => id === system) + 1)}]`
}
