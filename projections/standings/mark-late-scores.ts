import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { type CompetitionWindows, countsByRules, systemsOf } from './counting-scores.ts'
import { playedWithin, roundWindow } from './window-and-grace.ts'

/** A score on one board of a chart of a round, received after the end of the round and within the grace. */
export interface LateScore {
  readonly round: number
  readonly chart: string
  readonly player: string
  readonly board: number
}

/**
 * Returns which scores of these players in an event are late. A score that an earlier play reached in time is not late.
 * Scores of a closed event are compared with the plays as the current rules score them: where no play has the recorded
 * score any more, it is not reported as late. `now`: ms since 1970; rounds that are not over are skipped.
 */
export async function scoresWithinGrace(
  generation: GenerationDb,
  competition: CompetitionWindows,
  players: readonly string[],
  now: number,
): Promise<LateScore[]> {
  const charts = competition.rounds.flatMap((round, i) =>
    round.end > now
      ? []
      : round.charts.map((chart) => ({
          ...roundWindow(round, competition),
          number: i + 1,
          chart,
          first: round.attempts === 'first',
          cmod: round.cmod,
        })),
  )
  if (competition.grace === 0 || charts.length === 0 || players.length === 0) return []
  // Arrays of Postgres begin at 1. A board that the rules do not have matches no play.
  const systems = systemsOf(generation.rules, competition.boards).map((system) =>
    system === null ? 0 : system + 1,
  )
  const attempts = generation.table('attempts')
  const inWindow = sql`a.chart = s.chart and a.player = s.player
    and ${sql.raw(playedWithin('a', 'c'))}
    and ${sql.raw(countsByRules(generation.schema, [competition]))}
    and a.hundredths[b.system] = s.hundredths[b.board]`
  const { rows } = await sql<LateScore>`
    select s.round, s.chart, s.player, (b.board - 1)::smallint as board
    from unnest(
      ${charts.map(({ number }) => number)}::smallint[], ${charts.map(({ chart }) => chart)}::text[],
      ${charts.map(({ start }) => start)}::bigint[], ${charts.map(({ end }) => end)}::bigint[], ${charts.map(({ receivedBefore }) => receivedBefore)}::bigint[],
      ${charts.map(({ first }) => first)}::boolean[], ${charts.map(({ cmod }) => cmod)}::boolean[]
    ) as c(round, chart, starts, ends, received_before, first, cmod)
    join ${generation.table('event_scores')} s on s.slug = ${competition.slug} and s.round = c.round
      and s.chart = c.chart collate "C" and s.player = any(${[...players]}::uuid[])
    cross join unnest(${systems}::smallint[]) with ordinality as b(system, board)
    where exists (
        select from ${attempts} a where ${inWindow} and a.at >= c.ends and a.at < c.received_before
      )
      and not exists (select from ${attempts} a where ${inWindow} and a.at < c.ends)
    order by s.round, s.chart, s.player, b.board`.execute(generation.db)
  return rows
}
