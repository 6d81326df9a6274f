import type { TablesTx } from '../generation.ts'
import type { Gone } from '../read-model.ts'
import type { Pair } from './pair.ts'
import type { AttemptRow, BestRow } from './tables.ts'

export async function dropAttempts({ tx, schema }: TablesTx, gone: readonly Gone[]): Promise<void> {
  await tx.query({
    name: `${schema}_drop_attempts_v1`,
    text: `delete from ${schema}.attempts where play_id = any($1::bigint[])`,
    values: [gone.map((g) => g.playId)],
  })
}

/** Lets attempts say again what their plays say now; of withdrawn ones there is none. Gives the plays that count, or did until now. */
export async function repeatAttempts({ tx, schema }: TablesTx, judged: readonly Gone[]): Promise<Gone[]> {
  const { rows } = await tx.query<{ id: number }>({
    name: `${schema}_repeat_attempts_v1`,
    text: `
      with told as (
        select a.play_id, a.counts or p.eligible as ranked from ${schema}.attempts a join ${schema}.plays p on p.id = a.play_id
        where a.play_id = any($1::bigint[])
      ),
      repeated as (
        update ${schema}.attempts a set hundredths = p.hundredths, counts = p.eligible
        from ${schema}.plays p where p.id = any($1::bigint[]) and a.play_id = p.id
      )
      select play_id as id from told where ranked`,
    values: [judged.map((play) => play.playId)],
  })
  const ranked = new Set(rows.map(({ id }) => id))
  return judged.filter((play) => ranked.has(play.playId))
}

/** Every attempt of these players on these charts. */
export async function attemptsOf({ tx, schema }: TablesTx, pairs: readonly Pair[]): Promise<AttemptRow[]> {
  const { rows } = await tx.query<AttemptRow>({
    name: `${schema}_attempts_of_v1`,
    text: `
      select a.play_id, a.chart, a.player, a.at, a.played_at, a.hundredths, a.grades, a.counts
      from unnest($1::text[], $2::uuid[]) as x(chart, player) join ${schema}.attempts a using (chart, player)`,
    values: [pairs.map((p) => p.chart), pairs.map((p) => p.player)],
  })
  return rows
}

/** What these players have on these charts, in every system. */
export async function bestsOf({ tx, schema }: TablesTx, pairs: readonly Pair[]): Promise<BestRow[]> {
  const { rows } = await tx.query<BestRow>({
    name: `${schema}_bests_of_v1`,
    text: `
      select b.chart, b.system, b.player, b.key, b.play_id, b.played_at, b.grade
      from unnest($1::text[], $2::uuid[]) as x(chart, player) join ${schema}.best b using (chart, player)`,
    values: [pairs.map((p) => p.chart), pairs.map((p) => p.player)],
  })
  return rows
}
