import { activity } from './activity/activity.ts'
import type { ActivityTables } from './activity/tables.ts'
import { boards } from './boards/boards.ts'
import type { BoardsTables } from './boards/tables.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { CatalogueTables } from './catalogue/tables.ts'
import { milestones } from './milestones/milestones.ts'
import type { MilestonesTables } from './milestones/tables.ts'
import { notifications } from './notifications/notifications.ts'
import type { NotificationsTables } from './notifications/tables.ts'
import { players } from './players/players.ts'
import type { PlayersTables } from './players/tables.ts'
import { plays } from './plays/plays.ts'
import type { PlaysTables } from './plays/tables.ts'
import type { ReadModel } from './read-model.ts'
import { records } from './records/records.ts'
import type { RecordsTables } from './records/tables.ts'
import { standings } from './standings/standings.ts'
import type { StandingsTables } from './standings/tables.ts'
import type { Table } from './table.ts'

/** Every read model. A model may read the tables of the models before it. */
export const readModels: readonly ReadModel[] = [
  plays,
  catalogue,
  boards,
  records,
  players,
  notifications,
  activity,
  milestones,
  standings,
]

/** Row types of every table. */
export type ReadModelTables = PlaysTables &
  CatalogueTables &
  BoardsTables &
  RecordsTables &
  PlayersTables &
  NotificationsTables &
  ActivityTables &
  MilestonesTables &
  StandingsTables

/** Every table of a generation. */
export const readModelTables: readonly Table[] = readModels.flatMap(({ tables }) => tables)

/** Statements that create an empty generation in its own schema, without keys and indexes. */
export function createReadModels(schema: string): string {
  return [`create schema ${schema}`, ...readModels.map((model) => model.create(schema))].join(';\n')
}

/** Statements that create its keys and indexes; a build fills the tables first. */
export function indexReadModels(schema: string): string {
  return readModels.map((model) => model.index(schema)).join(';\n')
}

/**
 * Statements that vacuum and analyze a newly filled generation, so that index-only scans and good plans work at once.
 * They run in any order, outside a transaction.
 */
export function vacuumReadModels(schema: string): string[] {
  return readModels.map(
    ({ tables }) => `vacuum (analyze) ${tables.map(({ name }) => `${schema}.${name}`).join(', ')}`,
  )
}
