import type { Milestone } from '@stepledger/contracts/rules/milestone.ts'
import { sql } from 'kysely'
import { startOf } from '../periods.ts'
import type { GenerationDb } from '../read-database.ts'
import type { MilestoneState } from './goals.ts'

type StepsMilestone = Extract<Milestone, { readonly kind: 'steps' }>

/**
 * Returns the state of milestones for a number of steps. Reads the totals of all periods, and for each milestone the
 * plays of the period, twelve days and a half, in which it was reached.
 */
export async function stepsStates(
  generation: GenerationDb,
  player: string,
  milestones: readonly StepsMilestone[],
): Promise<MilestoneState[]> {
  if (milestones.length === 0) return []
  const { table } = generation
  const { rows } = await sql<{
    id: string
    of: number
    total: number
    play_id: number | null
    played_at: number | null
  }>`
    with periods as materialized (
      select period, steps, sum(steps) over (order by period)::bigint as upto
      from ${table('player_totals')} where player = ${player}::uuid
    )
    select m.id, m.steps as of, (select coalesce(max(upto), 0) from periods) as total, play.id as play_id, play.played_at
    from unnest(${milestones.map(({ id }) => id)}::text[], ${milestones.map(({ steps }) => steps)}::bigint[]) as m(id, steps)
    left join lateral (
      select period, upto - steps as before from periods where upto >= m.steps order by period limit 1
    ) p on true
    left join lateral (
      select run.id, run.played_at from (
        select id, played_at, p.before + sum(rows) over (order by played_at, id) as upto
        from ${table('plays')}
        where player = ${player}::uuid and withdrawn_at is null
          and played_at >= ${sql.raw(startOf('p.period'))} and played_at < ${sql.raw(startOf('(p.period + 1)'))}
      ) run
      where run.upto >= m.steps order by run.played_at, run.id limit 1
    ) play on true`.execute(generation.db)
  return rows.map(({ id, of, total, play_id, played_at }) => ({
    id,
    meter: null,
    pack: null,
    done: Math.min(total, of),
    of,
    reached: play_id === null || played_at === null ? null : { playId: play_id, playedAt: played_at },
  }))
}
