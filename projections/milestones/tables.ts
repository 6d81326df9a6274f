import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { bigint, column, key, smallint, uuid } from '../table.ts'

export const milestonesTables = {
  /**
   * The first counting play of a player on a chart with a grade or a better one in a system, by when it was played; of
   * the goals that the milestones of the rules name (goals.ts).
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

/** `goals_of_player` gives the plays by which a player reached a goal on more and more charts, in order. */
export function indexMilestonesTables(schema: string): string {
  return `
    alter table ${schema}.goals_reached add primary key (player, chart, system, grade);
    create index goals_of_player on ${schema}.goals_reached (player, system, grade, played_at, play_id) include (chart)`
}
