import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'

export interface Try {
  readonly playId: number
  readonly player: string
  /** Time of play, ms since 1970. */
  readonly playedAt: number
  readonly hundredths: number
  readonly grade: Grade
  /** Counts for boards. */
  readonly counts: boolean
  /** Does not count only because it was failed. */
  readonly failed: boolean
  /** The best earlier counting score, in the order of receipt; null if there is none. */
  readonly earlier: number | null
}

/** The latest plays of a player on a chart that are read; earlier ones are left out. */
const maxTries = 5_000

interface TriesQuery {
  readonly chart: string
  readonly players: readonly string[]
  readonly system: number
  /** The latest of each player. */
  readonly limit: number
  /** Leaves out plays that did not improve the player's best. */
  readonly onlyBests?: boolean
}

/** By time of receipt, earliest first. One index range for each player. */
export async function triesOn(
  { table, rules, db }: GenerationDb,
  { chart, players, system, limit, onlyBests = false }: TriesQuery,
): Promise<Try[]> {
  if (players.length === 0) return []
  const nth = scoreIndexOf(rules, system)
  const { rows } = await sql<Try>`
    select shown.* from unnest(${[...players]}::uuid[]) with ordinality as x(player, nth)
    cross join lateral (
      select scored.play_id as "playId", scored.player, scored.played_at as "playedAt", scored.hundredths,
        scored.grade, scored.counts, scored.failed, scored.earlier
      from (
        select last.*, max(hundredths) filter (where counts)
          over (order by at, play_id rows between unbounded preceding and 1 preceding) as earlier
        from (
          select play_id, player, at, played_at, hundredths[${nth}::integer] as hundredths, grades[${nth}::integer] as grade,
            counts, only_failed as failed
          from ${table('attempts')} a
          where a.chart = ${chart} and a.player = x.player order by at desc limit ${maxTries}
        ) last
      ) scored
      where not ${onlyBests}::boolean or (counts and (earlier is null or hundredths > earlier))
      order by at desc, play_id desc limit ${limit}::integer
    ) shown
    order by x.nth, shown."playedAt", shown."playId"`.execute(db)
  return rows
}

/** The best counting play of a player on a chart before another play, in one system. */
export interface PreviousBest {
  readonly system: number
  readonly playId: number
  readonly hundredths: number
  /** Time of play, ms since 1970. */
  readonly playedAt: number
}

/**
 * Returns the player's best counting play on the chart before this one, in every system: the highest score, of equal ones
 * the first received. One index range: the player's plays of the chart.
 */
export async function previousBests(
  { table, rules, db }: GenerationDb,
  { chart, player, at, id }: { chart: string; player: string; at: number; id: number },
): Promise<PreviousBest[]> {
  const { rows } = await sql<PreviousBest>`
    select distinct on (x.system) x.system, a.play_id as "playId", score.hundredths, a.played_at as "playedAt"
    from ${table('attempts')} a
    cross join unnest(a.hundredths) with ordinality as score(hundredths, nth)
    join unnest(${rules.systems.map(({ id }) => id)}::smallint[]) with ordinality as x(system, nth) using (nth)
    where a.chart = ${chart} and a.player = ${player}::uuid and a.counts and (a.at, a.play_id) < (${at}::bigint, ${id}::bigint)
    order by x.system, score.hundredths desc, a.at, a.play_id`.execute(db)
  return rows
}

/** Counts, per system, how many of these plays beat the best of the player's earlier counting plays on their chart. */
export async function countImprovements(
  { table, rules, db }: GenerationDb,
  player: string,
  { ids, charts }: { readonly ids: readonly number[]; readonly charts: readonly string[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ system: number; plays: number }>`
    select x.system, count(*)::integer as plays
    from (
      select a.play_id, x.system, score.hundredths, max(score.hundredths) over (
          partition by a.chart, x.system order by a.at, a.play_id rows between unbounded preceding and 1 preceding
        ) as earlier
      from ${table('attempts')} a
      cross join unnest(a.hundredths) with ordinality as score(hundredths, nth)
      join unnest(${rules.systems.map(({ id }) => id)}::smallint[]) with ordinality as x(system, nth) using (nth)
      where a.chart = any (${[...new Set(charts)]}::text[]) and a.player = ${player}::uuid and a.counts
    ) x
    where x.play_id = any (${[...ids]}::bigint[]) and x.hundredths > x.earlier
    group by x.system`.execute(db)
  return new Map(rows.map(({ system, plays }) => [system, plays]))
}
