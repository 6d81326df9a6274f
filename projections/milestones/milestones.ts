import { type Grade, grades } from '@stepledger/contracts/rules/grade-names.ts'
import type { Milestone, Rules } from '@stepledger/contracts/rules/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { startOf } from '../periods.ts'
import type { GenerationDb } from '../read-database.ts'
import type { DerivedTable, ReadModel } from '../read-model.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'
import { bigint, column, key, type RowsOf, smallint, uuid } from '../table.ts'

const milestonesTables = {
  /**
   * The first counting play of a player on a chart with a grade or a better one in a system, by when it was played; of
   * the goals that the milestones of the rules name.
   */
  goals_reached: {
    columns: {
      player: uuid,
      chart: key,
      system: smallint,
      grade: column<Grade>('text'),
      played_at: bigint,
      play_id: bigint,
    },
    key: ['player', 'chart', 'system', 'grade'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof milestonesTables> {}
}

const goalsReached: DerivedTable = {
  table: 'goals_reached',
  key: ['player', 'chart', 'system', 'grade'],
  values: ['played_at', 'play_id'],
  merge: { order: 'played_at, play_id' },
  query(attempts, { rules }) {
    const goals = goalsOf(rules).map(({ system, grade }) => {
      const nth = scoreIndexOf(rules, system)
      return `(${system}::smallint, '${grade}', ${nth}, '{${gradesFrom(grade).join()}}'::text[])`
    })
    const none = `(0::smallint, '', 0, '{}'::text[])`
    return `
    select distinct on (player, chart, system, grade) player, chart, system, grade, played_at, play_id
    from (
      select a.player, a.chart, g.system, g.grade, a.played_at, a.play_id
      from ${attempts} a cross join (values ${goals.join(', ') || none}) as g(system, grade, nth, enough)
      where a.counts and a.grades[g.nth] = any(g.enough)
    ) reaching
    order by player, chart, system, grade, played_at, play_id`
  },
}

/**
 * By which plays players reached the grades that milestones are made of. The milestones themselves are read from these
 * rows, the steps of `activity`, and the charts and packs as they are, so a chart with another meter or
 * a pack with another song changes no row.
 */
export const milestones: ReadModel = {
  tables: milestonesTables,
  /** `goals_of_player` gives the plays by which a player reached a goal on more and more charts, in order. */
  index: (schema) => `
    alter table ${schema}.goals_reached add primary key (player, chart, system, grade);
    create index goals_of_player on ${schema}.goals_reached (player, system, grade, played_at, play_id) include (chart)`,
  derived: [goalsReached],
}

/** A grade on the board of a system. */
interface Goal {
  /** Id of the system. */
  readonly system: number
  readonly grade: Grade
}

/** Each once. */
function goalsOf(rules: Rules): Goal[] {
  const goals = new Map<string, Goal>()
  for (const milestone of rules.milestones)
    if ('system' in milestone) {
      const goal = goalOf(rules, milestone)
      goals.set(`${goal.system} ${goal.grade}`, goal)
    }
  return [...goals.values()]
}

function goalOf({ systems }: Rules, { system, grade }: { system: string; grade: Grade }): Goal {
  const found = systems.find(({ name }) => name === system)
  if (!found) throw new Error(`the rules have no system ${system}`)
  return { system: found.id, grade }
}

/** This one and all better ones. */
function gradesFrom(grade: Grade): readonly Grade[] {
  return grades.slice(0, grades.indexOf(grade) + 1)
}

/** A milestone of a player, for one meter or pack if it is reached once for each. Times in ms since 1970. */
interface MilestoneState {
  /** Of the milestone in the rules. */
  readonly id: string
  readonly meter: number | null
  /** Id of a listed pack. */
  readonly pack: number | null
  /** How many charts or steps of how many; it is reached if they are equal. */
  readonly done: number
  readonly of: number
  /** The play that reached it: by when it was played, the last of those that it takes. */
  readonly reached: { readonly playId: number; readonly playedAt: number } | null
}

export type ReachedMilestone = MilestoneState & { readonly reached: NonNullable<MilestoneState['reached']> }

/**
 * The milestones that a player has reached with plays that are not withdrawn, latest first; of one play in the order of the
 * rules. The order in which plays were received does not matter. The cost depends on the charts played and on the packs that have them, not on the number of plays.
 * `among`: of packs only those with one of these charts.
 */
export async function milestonesOf(
  generation: GenerationDb,
  player: string,
  { among = null }: { readonly among?: readonly string[] | null } = {},
): Promise<ReachedMilestone[]> {
  const { milestones } = generation.rules
  if (milestones.length === 0) return []
  const kind = <Name extends Milestone['kind']>(name: Name) =>
    milestones.filter((each): each is Extract<Milestone, { kind: Name }> => each.kind === name)
  // In sequence, because a snapshot has one connection.
  const kinds = [
    await gradeStates(generation, player, kind('grade')),
    await meterStates(generation, player, kind('meter')),
    await stepsStates(generation, player, kind('steps')),
    await packStates(generation, player, kind('pack'), among),
  ]
  const nth = new Map(milestones.map(({ id }, i) => [id, i]))
  const inOrder = (a: MilestoneState, b: MilestoneState) =>
    (nth.get(a.id) ?? 0) - (nth.get(b.id) ?? 0) || subjectOf(a) - subjectOf(b)
  return kinds
    .flat()
    .filter((state): state is ReachedMilestone => state.reached !== null)
    .sort(
      (a, b) =>
        b.reached.playedAt - a.reached.playedAt || b.reached.playId - a.reached.playId || inOrder(a, b),
    )
}

function subjectOf({ meter, pack }: MilestoneState): number {
  return meter ?? pack ?? 0
}

type StepsMilestone = Extract<Milestone, { readonly kind: 'steps' }>

/**
 * Returns the state of milestones for a number of steps. Reads the totals of all periods, and for each milestone the
 * plays of the period, twelve days and a half, in which it was reached.
 */
async function stepsStates(
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
async function gradeStates(
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
async function meterStates(
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
async function packStates(
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
