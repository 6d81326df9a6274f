import type { Milestone } from '@stepledger/contracts/rules/milestone.ts'
import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { goalOf, type MilestoneState } from './goals.ts'

type Kind<Name extends Milestone['kind']> = Extract<Milestone, { readonly kind: Name }>

/** SQL: the relation m(id, system, grade, charts) of milestones with a goal. */
function milestonesIn(
  { rules }: GenerationDb,
  milestones: readonly (Kind<'grade'> | Kind<'meter'> | Kind<'pack'>)[],
): RawBuilder<unknown> {
  const goals = milestones.map((milestone) => goalOf(rules, milestone))
  const charts = milestones.map((each) => {
    if (each.kind === 'grade') return 1
    return each.kind === 'meter' ? each.charts : each.minCharts
  })
  return sql`unnest(${milestones.map(({ id }) => id)}::text[], ${goals.map(({ system }) => system)}::smallint[],
    ${goals.map(({ grade }) => grade)}::text[], ${charts}::integer[]) as m(id, system, grade, charts)`
}

/** Returns the state of milestones for the first play with a grade: an index lookup each. */
export async function gradeStates(
  generation: GenerationDb,
  player: string,
  milestones: readonly Kind<'grade'>[],
): Promise<MilestoneState[]> {
  if (milestones.length === 0) return []
  const { rows } = await sql<{ id: string; play_id: number | null; played_at: number | null }>`
    select m.id, first.play_id, first.played_at from ${milestonesIn(generation, milestones)}
    left join lateral (
      select play_id, played_at from ${generation.table('goals_reached')} g
      where g.player = ${player}::uuid and g.system = m.system and g.grade = m.grade
      order by g.played_at, g.play_id limit 1
    ) first on true`.execute(generation.db)
  return rows.map(({ id, play_id, played_at }) => {
    const reached = play_id === null || played_at === null ? null : { playId: play_id, playedAt: played_at }
    return { id, meter: null, pack: null, done: reached ? 1 : 0, of: 1, reached }
  })
}

interface Row {
  readonly id: string
  readonly subject: number
  readonly done: number
  readonly of: number
  readonly play_id: number | null
  readonly played_at: number | null
}

function stateOf(
  { id, done, of, play_id, played_at }: Row,
  subject: Pick<MilestoneState, 'meter' | 'pack'>,
): MilestoneState {
  const reached =
    done < of || play_id === null || played_at === null ? null : { playId: play_id, playedAt: played_at }
  return { id, ...subject, done: Math.min(done, of), of, reached }
}

/**
 * Returns the state of milestones for a number of charts of a meter, for each meter on which the player has one. Reads
 * the index range of the charts that reached each goal, and the meter of each.
 */
export async function meterStates(
  generation: GenerationDb,
  player: string,
  milestones: readonly Kind<'meter'>[],
): Promise<MilestoneState[]> {
  if (milestones.length === 0) return []
  const { table } = generation
  const { rows } = await sql<Row>`
    select m.id, r.meter as subject, count(*)::integer as done, m.charts as of,
      max(r.play_id) filter (where r.nth = m.charts) as play_id,
      max(r.played_at) filter (where r.nth = m.charts) as played_at
    from ${milestonesIn(generation, milestones)}
    join (
      select g.system, g.grade, pc.meter, g.play_id, g.played_at,
        row_number() over (partition by g.system, g.grade, pc.meter order by g.played_at, g.play_id) as nth
      from ${table('goals_reached')} g
      join ${table('player_charts')} pc on pc.player = g.player and pc.chart = g.chart
      where g.player = ${player}::uuid and pc.meter is not null
    ) r on r.system = m.system and r.grade = m.grade
    group by m.id, m.charts, r.meter`.execute(generation.db)
  return rows.map((row) => stateOf(row, { meter: row.subject, pack: null }))
}

/**
 * Returns the state of milestones for whole packs, for each listed pack with a chart that reached the goal; only packs with
 * one of the charts `among`, unless it is null. A pack has the charts that its page counts. Reads the index range of the
 * charts that reached each goal, and all charts of these packs.
 */
export async function packStates(
  generation: GenerationDb,
  player: string,
  milestones: readonly Kind<'pack'>[],
  among: readonly string[] | null,
): Promise<MilestoneState[]> {
  if (milestones.length === 0) return []
  const { table } = generation
  const candidates = among ? sql`unnest(${[...among]}::text[])` : sql`(select distinct chart from reached)`
  const { rows } = await sql<Row>`
    with reached as materialized (
      select m.id, m.charts, g.chart, g.played_at, g.play_id from ${milestonesIn(generation, milestones)}
      join ${table('goals_reached')} g on g.player = ${player}::uuid and g.system = m.system and g.grade = m.grade
    ),
    packs as materialized (
      select distinct s.pack from ${candidates} as x(chart)
      join ${table('simfile_charts')} c on c.hash = x.chart and c.accepted
      join ${table('simfiles')} s on s.id = c.simfile and s.listed
    ),
    charts as materialized (
      select distinct s.pack, c.hash from packs p
      join ${table('simfiles')} s on s.pack = p.pack and s.listed
      join ${table('simfile_charts')} c on c.simfile = s.id and c.accepted
    )
    select r.id, c.pack as subject, count(*)::integer as done, p.charts as of,
      (array_agg(r.play_id order by r.played_at desc, r.play_id desc))[1] as play_id, max(r.played_at) as played_at
    from charts c join reached r on r.chart = c.hash
    join (select pack, count(*)::integer as charts from charts group by pack) p on p.pack = c.pack and p.charts >= r.charts
    group by r.id, c.pack, p.charts`.execute(generation.db)
  return rows.map((row) => stateOf(row, { meter: null, pack: row.subject }))
}
