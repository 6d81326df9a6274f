import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import { hundredthsPerBucket, keyAbove, timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { gradeLadders } from '../scoring/grades.ts'

/** Players of a board by the best grade that they have reached on the chart, best grade first, without zero counts. */
interface GradeSpread {
  readonly system: number
  readonly grades: readonly { readonly grade: Grade; readonly players: number }[]
}

/**
 * Returns how many players have reached each grade of each board's ladder in a ranked play. Sums the stored bucket
 * counts, as ranks do; only a threshold within a bucket counts the entries of that bucket.
 */
export async function gradeSpreads(generation: GenerationDb, chart: string): Promise<GradeSpread[]> {
  const { table, rules, db } = generation
  const ladders = gradeLadders(rules)
  const ids = rules.systems.map(({ id }) => id)
  const distinct = new Map<string, { system: number; hundredths: number }>()
  for (const { system, hundredths } of ladders.flat()) {
    const id = ids[system]
    if (id !== undefined) distinct.set(`${id} ${hundredths}`, { system: id, hundredths })
  }
  const thresholds = [...distinct.values()]
  const { rows } = await sql<{ system: number; hundredths: number; players: number }>`
    with counted as materialized (
      select system, bucket, players from ${table('buckets')} where chart = ${chart}
    )
    select x.system, x.hundredths, (
      coalesce((select sum(c.players) from counted c
        where c.system = x.system and c.bucket * ${hundredthsPerBucket} >= x.hundredths), 0)
      + (select count(*) from ${table('best')} b
        where x.hundredths % ${hundredthsPerBucket} > 0 and b.chart = ${chart} and b.system = x.system
          and b.key >= x.hundredths::bigint * ${timeUnits}
          and b.key < ${keyAbove(`(x.hundredths / ${hundredthsPerBucket})::bigint`)})
    )::integer as players
    from unnest(${thresholds.map(({ system }) => system)}::smallint[],
      ${thresholds.map(({ hundredths }) => hundredths)}::integer[]) as x(system, hundredths)`.execute(db)
  const reached = new Map(rows.map((row) => [`${row.system} ${row.hundredths}`, row.players]))
  return ids.map((system, i) => {
    let better = 0
    const grades = (ladders[i] ?? []).map((rule) => {
      const atLeast = Math.max(better, reached.get(`${ids[rule.system]} ${rule.hundredths}`) ?? 0)
      const players = atLeast - better
      better = atLeast
      return { grade: rule.grade, players }
    })
    return { system, grades: grades.filter(({ players }) => players > 0) }
  })
}
