import { type Grade, grades } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
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
 * rows, the steps of `activity`, and the charts and packs as they are (milestones-of.ts), so a chart with another meter or
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

export function goalOf({ systems }: Rules, { system, grade }: { system: string; grade: Grade }): Goal {
  const found = systems.find(({ name }) => name === system)
  if (!found) throw new Error(`the rules have no system ${system}`)
  return { system: found.id, grade }
}

/** This one and all better ones. */
function gradesFrom(grade: Grade): readonly Grade[] {
  return grades.slice(0, grades.indexOf(grade) + 1)
}

/** A milestone of a player, for one meter or pack if it is reached once for each. Times in ms since 1970. */
export interface MilestoneState {
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
