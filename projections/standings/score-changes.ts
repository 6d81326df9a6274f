import type { TablesTx } from '../generation.ts'
import { valuesOf } from '../values-of.ts'
import type { CompetitionScore } from './competition-standings.ts'
import type { Statement } from './counting-scores.ts'

/** A player's new score on a chart of a round; null: removed. */
export type ScoreChange = Omit<CompetitionScore, 'hundredths'> & {
  readonly slug: string
  readonly hundredths: readonly number[] | null
}

/** All plays of a player on a chart. */
export interface PlayerOnChart {
  readonly chart: string
  readonly player: string
}

export interface TargetScores {
  /** The competitions whose scores these are. */
  readonly slugs: readonly string[]
  /** Selects the target scores: slug, round, chart, player, hundredths. */
  readonly scores: Statement
  readonly rounds?: readonly number[]
  /** Restricts the change to these players on these charts. */
  readonly pairs?: readonly PlayerOnChart[]
}

/** Replaces the stored scores of competitions by the target scores. Returns those that changed. */
export async function writeScores(
  { tx, schema }: TablesTx,
  { slugs, scores, rounds, pairs }: TargetScores,
): Promise<ScoreChange[]> {
  const values = [...scores.values, slugs]
  const slugsAt = `$${values.length}::text[]`
  let among = ''
  if (rounds) {
    values.push(rounds)
    among = `and s.round = any($${values.length}::smallint[])`
  }
  if (pairs) {
    values.push(...valuesOf(pairs, 'chart', 'player'))
    among += ` and exists (select from unnest($${values.length - 1}::text[], $${values.length}::uuid[]) as x(chart, player) where x.chart collate "C" = s.chart and x.player = s.player)`
  }
  const { rows } = await tx.query<ScoreChange>({
    text: `
      with target as materialized (${scores.text}),
        changed as materialized (
          select slug, round, chart, player, w.hundredths
          from target w
          full join (select s.slug, s.round, s.chart, s.player, s.hundredths from ${schema}.event_scores s where s.slug = any(${slugsAt}) ${among}) stored
            using (slug, round, chart, player)
          where w.hundredths is distinct from stored.hundredths
        ),
        removed as (
          delete from ${schema}.event_scores s using changed c
          where c.hundredths is null and s.slug = c.slug and s.round = c.round and s.chart = c.chart and s.player = c.player
        ),
        kept as (
          insert into ${schema}.event_scores (slug, round, chart, player, hundredths)
          select slug, round, chart, player, hundredths from changed where hundredths is not null
          on conflict (slug, round, chart, player) do update set hundredths = excluded.hundredths
        )
      select slug, round, chart, player, hundredths from changed`,
    values,
  })
  return rows
}

/** Returns a statement that selects these scores. */
export function scoresAsStatement(slug: string, scores: readonly CompetitionScore[]): Statement {
  return {
    text: `
      select $5::text collate "C" as slug, round, chart collate "C" as chart, player, hundredths::smallint[] as hundredths
      from unnest($1::smallint[], $2::text[], $3::uuid[], $4::text[]) as x(round, chart, player, hundredths)`,
    values: [
      ...valuesOf(scores, 'round', 'chart', 'player'),
      scores.map(({ hundredths }) => `{${hundredths.join()}}`),
      slug,
    ],
  }
}
