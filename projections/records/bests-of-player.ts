import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

/** Which of a player's charts, by the best play on each in one system. */
interface BestsQuery {
  readonly player: string
  readonly system: number
  /** Only charts on which the player is first. */
  readonly firsts: boolean
  /** Null for all. */
  readonly grades: readonly Grade[] | null
  readonly search: string
  readonly orderBy: 'date' | 'title' | 'score'
  readonly orderDirection: 'asc' | 'desc'
}

/** A player's best on a chart. `key`: null if all plays were failed, which have no place. */
export interface BestOfPlayer {
  readonly chart: string
  readonly playId: number
  readonly playedAt: number
  readonly hundredths: number
  readonly grade: Grade
  readonly key: number | null
}

interface Row {
  readonly chart: string
  readonly key: number
  readonly play_id: number
  readonly played_at: number
  readonly grade: Grade
  readonly ranked: boolean
}

const failed: Grade = 'F'

/** SQL: the bests of a player in a system, one a chart; a failed one where no play counts. */
function bestsIn({ table }: GenerationDb, player: string, system: number): RawBuilder<unknown> {
  return sql`(
    select chart, key, play_id, played_at, grade, true as ranked from ${table('best')}
    where player = ${player}::uuid and system = ${system}
    union all
    select f.chart, f.key, f.play_id, f.played_at, ${sql.lit(failed)} as grade, false from ${table('failed_bests')} f
    where f.player = ${player}::uuid and f.system = ${system} and not exists (
      select from ${table('best')} b where b.chart = f.chart and b.player = ${player}::uuid and b.system = ${system})
  )`
}

/** SQL: the bests of a player in a system on charts on which the player is first. */
function firstsIn({ table }: GenerationDb, player: string, system: number): RawBuilder<unknown> {
  return sql`(
    select b.*, true as ranked from ${table('firsts')} f
    join ${table('best')} b on b.chart = f.chart and b.player = f.player and b.system = f.system
    where f.player = ${player}::uuid and f.system = ${system}
  )`
}

/** Returns the number of a player's charts by the grade of the best on each: one index range. */
export async function gradeCountsOf(
  generation: GenerationDb,
  player: string,
  system: number,
  { firsts = false }: { readonly firsts?: boolean } = {},
): Promise<Map<Grade, number>> {
  const own = firsts ? firstsIn(generation, player, system) : bestsIn(generation, player, system)
  const { rows } = await sql<{ grade: Grade; charts: number }>`
    select grade, count(*)::integer as charts from ${own} own group by grade`.execute(generation.db)
  return new Map(rows.map(({ grade, charts }) => [grade, charts]))
}

/** Returns a page of a player's bests and their total. Reads an index range of the charts played, whatever the plays. */
export async function bestsOfPlayer(
  generation: GenerationDb,
  query: BestsQuery,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ bests: BestOfPlayer[]; total: number }> {
  const { player, system, grades, search, orderBy } = query
  const { table } = generation
  const own = query.firsts ? firstsIn(generation, player, system) : bestsIn(generation, player, system)
  const words = searchWords(search).map((word) => sql`strpos(pc.search, ${word}) > 0`)
  const titled = words.length > 0 || orderBy === 'title'
  const matching = sql`
    ${own} own ${titled ? sql`join ${table('player_charts')} pc on pc.player = ${player}::uuid and pc.chart = own.chart` : sql``}
    where ${sql.join([sql`true`, ...(grades ? [sql`own.grade = any(${grades}::text[])`] : []), ...words], sql` and `)}`
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${matching}`.execute(
    generation.db,
  )
  const way = sql.raw(query.orderDirection)
  const order = {
    date: sql`own.played_at ${way}`,
    title: sql`pc.title_key ${way}`,
    // Failed plays have no place and come after all that have one.
    score: sql`own.ranked ${way}, own.key ${way}`,
  }[orderBy]
  const { rows } = await sql<Row>`
    select own.chart, own.key, own.play_id, own.played_at, own.grade, own.ranked from ${matching}
    order by ${order}, own.chart offset ${from} limit ${limit}`.execute(generation.db)
  return { bests: rows.map(bestOf), total: counted.rows[0]?.total ?? 0 }
}

function bestOf({ chart, key, play_id, played_at, grade, ranked }: Row): BestOfPlayer {
  return {
    chart,
    playId: play_id,
    playedAt: played_at,
    hundredths: hundredthsOf(key),
    grade,
    key: ranked ? key : null,
  }
}
