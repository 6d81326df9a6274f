import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

/** A player's bests on a chart, by system; failed ones where no play counts. */
interface Mark {
  readonly plays: number
  readonly ranked: boolean
  readonly bests: readonly { readonly system: number; readonly hundredths: number; readonly grade: Grade }[]
}

interface MarkRow {
  readonly chart: string
  readonly plays: number
  readonly system: number | null
  readonly key: number | null
  readonly grade: Grade | null
  readonly ranked: boolean | null
}

const failed: Grade = 'F'

/** Returns a player's marks of those of these charts that were played: a few index lookups for each chart. */
export async function marksOn(
  { table, db }: GenerationDb,
  player: string,
  charts: readonly string[],
): Promise<Map<string, Mark>> {
  const { rows } = await sql<MarkRow>`
    select x.chart, pc.plays, own.system, own.key, own.grade, own.ranked
    from unnest(${[...new Set(charts)]}::text[]) as x(chart)
    cross join lateral (
      select plays from ${table('player_charts')} where player = ${player}::uuid and chart = x.chart limit 1
    ) pc
    left join lateral (
      select b.system, b.key, b.grade, true as ranked from ${table('best')} b
      where b.chart = x.chart and b.player = ${player}::uuid
      union all
      select f.system, f.key, ${sql.lit(failed)}, false from ${table('failed_bests')} f
      where f.chart = x.chart and f.player = ${player}::uuid and not exists (
        select from ${table('best')} b where b.chart = x.chart and b.player = ${player}::uuid and b.system = f.system)
    ) own on true`.execute(db)
  const marks = new Map<string, Mark>()
  for (const { chart, plays, system, key, grade, ranked } of rows) {
    const known = marks.get(chart)?.bests ?? []
    const best =
      system === null || key === null || grade === null
        ? []
        : [{ system, hundredths: hundredthsOf(key), grade }]
    marks.set(chart, { plays, ranked: ranked ?? false, bests: [...known, ...best] })
  }
  return marks
}

/** A player's best on a chart in one system; a failed one, with the grade F, where no play counts. */
export interface ChartBest {
  readonly playId: number
  readonly hundredths: number
  readonly grade: Grade
  /** As in `plays`. */
  readonly judgments: readonly number[]
}

/** Returns a player's bests on those of these charts that were played: a few index lookups for each chart. */
export async function bestsOn(
  { table, db }: GenerationDb,
  player: string,
  system: number,
  charts: readonly string[],
): Promise<Map<string, ChartBest>> {
  const { rows } = await sql<{ chart: string; key: number } & Omit<ChartBest, 'hundredths'>>`
    select x.chart, own.key, own.play_id as "playId", own.grade, p.judgments
    from unnest(${[...charts]}::text[]) as x(chart)
    cross join lateral (
      select b.play_id, b.key, b.grade, true as ranked from ${table('best')} b
      where b.chart = x.chart and b.player = ${player}::uuid and b.system = ${system}
      union all
      select f.play_id, f.key, ${sql.lit(failed)}, false from ${table('failed_bests')} f
      where f.chart = x.chart and f.player = ${player}::uuid and f.system = ${system}
      order by ranked desc limit 1
    ) own
    cross join lateral (select judgments from ${table('plays')} where id = own.play_id offset 0) p`.execute(
    db,
  )
  return new Map(rows.map(({ chart, key, ...best }) => [chart, { ...best, hundredths: hundredthsOf(key) }]))
}

/** Counts of a pack's charts, and how many have each grade in each system. */
export interface PackProgress {
  readonly id: number
  readonly charts: number
  readonly played: number
  readonly passed: number
  readonly grades: readonly { readonly system: number; readonly grade: Grade; readonly charts: number }[]
}

type ProgressRow = Omit<PackProgress, 'grades'> & { readonly grades: PackProgress['grades'] | null }

/** Returns what a player has achieved of listed packs: a few index lookups for each of their charts. */
export async function progressIn(
  { table, db }: GenerationDb,
  player: string,
  packs: readonly number[],
): Promise<PackProgress[]> {
  const { rows } = await sql<ProgressRow>`
    with in_packs as materialized (
      select distinct s.pack, c.hash
      from ${table('simfiles')} s join ${table('simfile_charts')} c on c.simfile = s.id
      where s.pack = any(${[...packs]}::bigint[]) and s.listed and c.accepted
    ),
    marked as materialized (
      select p.pack, p.hash,
        exists (select from ${table('player_charts')} pc where pc.player = ${player}::uuid and pc.chart = p.hash) as played
      from in_packs p
    ),
    graded as materialized (
      select m.pack, m.hash, b.system, b.grade
      from marked m cross join lateral (
        select system, grade from ${table('best')} b where b.chart = m.hash and b.player = ${player}::uuid
      ) b
      where m.played
    )
    select m.pack as id, count(*)::integer as charts, (count(*) filter (where m.played))::integer as played,
      (select count(distinct g.hash)::integer from graded g where g.pack = m.pack) as passed,
      (select json_agg(json_build_object('system', system, 'grade', grade, 'charts', charts)) from (
        select system, grade, count(*) as charts from graded g where g.pack = m.pack group by system, grade
      ) counted) as grades
    from marked m group by m.pack order by m.pack`.execute(db)
  return rows.map(({ grades, ...row }) => ({ ...row, grades: grades ?? [] }))
}
