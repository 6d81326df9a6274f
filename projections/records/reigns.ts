import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'
import { type BoardUntil, changesOfBoard, maxBoardChanges, TooManyChangesError } from './board-at.ts'

/**
 * The time for which a player held the first place of a board. Times are ms since 1970, by when plays were received;
 * `until`: null for the present one.
 */
export interface Reign {
  readonly player: string
  readonly since: number
  readonly until: number | null
  /** The last and best play of the reign. */
  readonly playId: number
  readonly hundredths: number
  readonly grade: Grade
  /** Of the play that took the place. */
  readonly hundredthsAtFirst: number
}

/** A best that was ahead of all others, or level with the best of them, when it was received. */
interface Top {
  readonly at: number
  readonly player: string
  readonly key: number
}

interface Reached {
  readonly player: string
  readonly tops: readonly Top[]
}

/**
 * Returns the latest reigns of a board, latest first, and how many there were: what a fold of the plays that remain gives,
 * in the order in which they were received. Reads the index range of the board's improvements. Throws
 * TooManyChangesError beyond `maxChanges` of them.
 */
export async function reignsOf(
  generation: GenerationDb,
  { chart, system }: Pick<BoardUntil, 'chart' | 'system'>,
  { limit, maxChanges = maxBoardChanges }: { limit: number; maxChanges?: number },
): Promise<{ readonly total: number; readonly reigns: readonly Reign[] }> {
  const all = changesOfBoard(generation, { chart, system, until: null }, maxChanges)
  const { rows } = await sql<Top & { nth: number }>`
    select at, player, key, nth from (
      select at, player, key, row_number() over (order by at, key, player) as nth,
        max(key) over (order by at, key, player rows between unbounded preceding and 1 preceding) as top
      from ${all} change
    ) ran
    where top is null or key >= top or nth > ${maxChanges}
    order by nth`.execute(generation.db)
  if (Number(rows.at(-1)?.nth ?? 0) > maxChanges) {
    throw new TooManyChangesError(`the board changed more than ${maxChanges} times`)
  }
  const reached = reachedBy(rows)
  const plays = await playsOf(
    generation,
    { chart, system },
    reached.slice(-limit).flatMap(({ tops }) => tops.at(-1) ?? []),
  )
  const reigns = reached.flatMap(({ player, tops }, i): Reign[] => {
    const [first, last] = [tops[0], tops.at(-1)]
    const play = last && plays.get(idOf(last))
    if (!first || !last || !play) return []
    return [
      {
        player,
        since: first.at,
        until: reached[i + 1]?.tops[0]?.at ?? null,
        playId: play.id,
        hundredths: hundredthsOf(last.key),
        grade: play.grade,
        hundredthsAtFirst: hundredthsOf(first.key),
      },
    ]
  })
  return { total: reached.length, reigns: reigns.toReversed() }
}

/** Groups bests by the reigns that they made. Of plays received in the same millisecond only the last one reigns. */
function reachedBy(tops: readonly Top[]): Reached[] {
  const reached: { player: string; tops: Top[] }[] = []
  let leading: Top | undefined
  for (const [i, top] of tops.entries()) {
    // Equal keys are ordered by player id, as on the board.
    if (leading && top.key === leading.key && top.player < leading.player) continue
    leading = top
    if (tops[i + 1]?.at === top.at) continue
    const last = reached.at(-1)
    if (last?.player === top.player) last.tops.push(top)
    else reached.push({ player: top.player, tops: [top] })
  }
  return reached
}

async function playsOf(
  { table, rules, db }: GenerationDb,
  { chart, system }: Pick<BoardUntil, 'chart' | 'system'>,
  tops: readonly Top[],
): Promise<Map<string, { readonly id: number; readonly grade: Grade }>> {
  const nth = scoreIndexOf(rules, system)
  const { rows } = await sql<{ player: string; key: number; id: number; grade: Grade }>`
    select x.player, x.key, i.play_id as id, a.grade
    from unnest(${tops.map(({ player }) => player)}::uuid[], ${tops.map(({ key }) => key)}::bigint[],
      ${tops.map(({ at }) => at)}::bigint[]) as x(player, key, at)
    cross join lateral (
      select play_id from ${table('improvements')} i
      where i.chart = ${chart} and i.player = x.player and i.system = ${system} and i.at = x.at and i.key = x.key
      order by play_id limit 1
    ) i
    cross join lateral (
      select grades[${nth}::integer] as grade from ${table('attempts')} where play_id = i.play_id limit 1
    ) a`.execute(db)
  return new Map(rows.map(({ player, key, ...play }) => [idOf({ player, key }), play]))
}

/** Bests of two players have the same key if they were received within 10 ms. */
function idOf({ player, key }: Pick<Top, 'player' | 'key'>): string {
  return `${player} ${key}`
}
