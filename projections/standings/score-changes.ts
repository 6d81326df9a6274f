import type { TablesTx } from '../generation.ts'
import type { Statement } from './counting-scores.ts'
import type { EventScore } from './event-standings.ts'

/** What a player has on a chart of a round now; null: nothing any more. */
export type ScoreChange = Omit<EventScore, 'hundredths'> & { readonly hundredths: readonly number[] | null }

export interface Wanted {
  readonly slug: string
  /** Gives the scores that are to be there: round, chart, player, hundredths. */
  readonly scores: Statement
  /** Only of these rounds; without it, of all. */
  readonly rounds?: readonly number[]
  /** Only of these players on these charts; without it, of the whole event. */
  readonly pairs?: readonly { readonly chart: string; readonly player: string }[]
}

/** Brings the stored scores of an event to those that are wanted, and gives those that were others. */
export async function writeScores(
  { tx, schema }: TablesTx,
  { slug, scores, rounds, pairs }: Wanted,
): Promise<ScoreChange[]> {
  const values = [...scores.values, slug]
  const slugAt = `$${values.length}`
  let among = ''
  if (rounds) {
    values.push(rounds)
    among = `and s.round = any($${values.length}::smallint[])`
  }
  if (pairs) {
    values.push(
      pairs.map(({ chart }) => chart),
      pairs.map(({ player }) => player),
    )
    among += ` and exists (select from unnest($${values.length - 1}::text[], $${values.length}::uuid[]) as x(chart, player) where x.chart collate "C" = s.chart and x.player = s.player)`
  }
  const { rows } = await tx.query<ScoreChange>({
    text: `
      with wanted as materialized (${scores.text}),
        changed as materialized (
          select round, chart, player, w.hundredths
          from wanted w
          full join (select s.round, s.chart, s.player, s.hundredths from ${schema}.event_scores s where s.slug = ${slugAt} ${among}) stored
            using (round, chart, player)
          where w.hundredths is distinct from stored.hundredths
        ),
        gone as (
          delete from ${schema}.event_scores s using changed c
          where c.hundredths is null and s.slug = ${slugAt} and s.round = c.round and s.chart = c.chart and s.player = c.player
        ),
        kept as (
          insert into ${schema}.event_scores (slug, round, chart, player, hundredths)
          select ${slugAt}, round, chart, player, hundredths from changed where hundredths is not null
          on conflict (slug, round, chart, player) do update set hundredths = excluded.hundredths
        )
      select round, chart, player, hundredths from changed`,
    values,
  })
  return rows
}

/** A statement that gives these scores. */
export function scoresAsStatement(scores: readonly EventScore[]): Statement {
  return {
    text: `
      select round, chart collate "C" as chart, player, hundredths::smallint[] as hundredths
      from unnest($1::smallint[], $2::text[], $3::uuid[], $4::text[]) as x(round, chart, player, hundredths)`,
    values: [
      scores.map(({ round }) => round),
      scores.map(({ chart }) => chart),
      scores.map(({ player }) => player),
      scores.map(({ hundredths }) => `{${hundredths.join()}}`),
    ],
  }
}
