import { type Grade, gradesIn } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'
import { entriesAhead } from './places.ts'

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
