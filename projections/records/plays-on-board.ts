import { type Grade, gradesIn } from '@stepledger/contracts/rules/grade-names.ts'
import { sql } from 'kysely'
import { hundredthsOf, timeUnits } from '../rank-key.ts'
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

const stars: readonly Grade[] = (['sext', 'quint', 'quad', 'tristar', 'twostar', 'star'] as const).flatMap(
  gradesIn,
)

/**
 * A play that improved its player's best on one board. Scores in hundredths of a percent. `rankBefore`: the place that
 * the best before it would have now. `star`: the player's first star on this board.
 */
export interface MomentOfPlay {
  readonly hundredths: number
  readonly before: number | null
  readonly rank: number
  readonly rankBefore: number | null
  readonly star: boolean
}

interface Row {
  readonly key: number
  readonly old_key: number | null
  readonly rank: number
  readonly rank_before: number | null
  readonly star: boolean
}

/**
 * Returns what a play improved; null if its player had a better one before, or if it does not count. A few index
 * lookups, and for a star one range of the player's charts.
 */
export async function momentOfPlay(
  generation: GenerationDb,
  { player, system }: { readonly player: string; readonly system: number },
  play: { readonly id: number; readonly chart: string; readonly at: number },
): Promise<MomentOfPlay | null> {
  const nth = scoreIndexOf(generation.rules, system)
  const { table } = generation
  // Without the player's own entry.
  const rankOf = (key: string) => sql`(
    1 + ${entriesAhead(generation, { player, system, chart: 'i.chart', key })} - (own.key > ${sql.raw(key)})::integer)::integer`
  const isStar = (grade: string) => sql`${sql.raw(grade)} = any(${[...stars]}::text[])`
  const { rows } = await sql<Row>`
    select i.key, i.old_key, ${rankOf('i.key')} as rank,
      case when i.old_key is not null then ${rankOf('i.old_key')} end as rank_before,
      ${isStar(`p.grades[${nth}]`)}
        and not exists (
          select from ${table('best')} b where b.player = ${player}::uuid and b.system = ${system} and b.chart <> i.chart
            and ${isStar('b.grade')})
        and not exists (
          select from ${table('improvements')} o join ${table('plays')} e on e.id = o.play_id
          where o.chart = i.chart and o.player = i.player and o.system = i.system and (o.at, o.play_id) < (i.at, i.play_id)
            and ${isStar(`e.grades[${nth}]`)}) as star
    from ${table('improvements')} i join ${table('plays')} p on p.id = i.play_id
    cross join lateral (
      select b.key from ${table('best')} b
      where b.chart = i.chart and b.player = ${player}::uuid and b.system = ${system} limit 1
    ) own
    where i.chart = ${play.chart} and i.player = ${player}::uuid and i.system = ${system} and i.at = ${play.at}
      and i.play_id = ${play.id}`.execute(generation.db)
  const [row] = rows
  return row
    ? {
        hundredths: hundredthsOf(row.key),
        before: row.old_key === null ? null : hundredthsOf(row.old_key),
        rank: row.rank,
        rankBefore: row.rank_before,
        star: row.star,
      }
    : null
}

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
