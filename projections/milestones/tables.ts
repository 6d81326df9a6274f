import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { Table } from '../table.ts'

/**
 * The first counting play of a player on a chart with a grade or a better one in a system, by when it was played; of
 * the goals that the milestones of the rules name (goals.ts).
 */
export interface GoalReachedRow {
  player: string
  chart: string
  system: number
  grade: Grade
  played_at: number
  play_id: number
}

export interface MilestonesTables {
  goals_reached: GoalReachedRow
}

export const milestonesTables: readonly Table[] = [
  { name: 'goals_reached', key: ['player', 'chart', 'system', 'grade'] },
]

export function createMilestonesTables(schema: string): string {
  return `
    create table ${schema}.goals_reached (
      player uuid not null,
      chart text collate "C" not null,
      system smallint not null,
      grade text not null,
      played_at bigint not null,
      play_id bigint not null
    )`
}

/** `goals_of_player` gives the plays by which a player reached a goal on more and more charts, in order. */
export function indexMilestonesTables(schema: string): string {
  return `
    alter table ${schema}.goals_reached add primary key (player, chart, system, grade);
    create index goals_of_player on ${schema}.goals_reached (player, system, grade, played_at, play_id) include (chart)`
}
