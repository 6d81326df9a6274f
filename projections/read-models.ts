import { activity } from './activity/activity.ts'
import type { activityTables } from './activity/tables.ts'
import { boards } from './boards/boards.ts'
import type { boardsTables } from './boards/tables.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { catalogueTables } from './catalogue/tables.ts'
import { milestones } from './milestones/milestones.ts'
import type { milestonesTables } from './milestones/tables.ts'
import { notifications } from './notifications/notifications.ts'
import type { notificationsTables } from './notifications/tables.ts'
import { players } from './players/players.ts'
import type { playersTables } from './players/tables.ts'
import { plays } from './plays/plays.ts'
import type { playsTables } from './plays/tables.ts'
import type { ReadModel } from './read-model.ts'
import { records } from './records/records.ts'
import type { recordsTables } from './records/tables.ts'
import { standings } from './standings/standings.ts'
import type { standingsTables } from './standings/tables.ts'
import { streams, type streamsTables } from './streams/streams.ts'
import { createTables, type RowsOf, type Table, tablesOf } from './table.ts'

/** Every read model. A model may read the tables of the models before it. */
export const readModels: readonly ReadModel[] = [
  streams,
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
export type ReadModelTables = RowsOf<
  typeof streamsTables &
    typeof playsTables &
    typeof catalogueTables &
    typeof boardsTables &
    typeof recordsTables &
    typeof playersTables &
    typeof notificationsTables &
    typeof activityTables &
    typeof milestonesTables &
    typeof standingsTables
>

export const readModelTables: readonly Table[] = readModels.flatMap(({ tables }) => tablesOf(tables))

/**
 * Statements that create an empty generation in its own schema, without keys and indexes, and the extension that an index
 * needs: it is trusted, so that a role that may create schemas may create it.
 */
export function createReadModels(schema: string): string {
  const statements = readModels.flatMap(({ tables, alsoCreate }) => [
    ...createTables(schema, tables),
    alsoCreate?.(schema) ?? [],
  ])
  return ['create extension if not exists pg_trgm', `create schema ${schema}`, ...statements.flat()].join(
    ';\n',
  )
}

/** Statements that create its keys and indexes; a build fills the tables first. */
export function indexReadModels(schema: string): string {
  return readModels.flatMap((model) => model.index?.(schema) ?? []).join(';\n')
}

/**
 * Statements that vacuum and analyze a newly filled generation, so that index-only scans and good plans work at once.
 * They run in any order, outside a transaction.
 */
export function vacuumReadModels(schema: string): string[] {
  return readModels.map(
    ({ tables }) =>
      `vacuum (analyze) ${Object.keys(tables)
        .map((name) => `${schema}.${name}`)
        .join(', ')}`,
  )
}
