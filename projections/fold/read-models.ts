import { activity } from '../activity/activity.ts'
import { boards } from '../boards/bests-and-boards.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { milestones } from '../milestones/milestones.ts'
import { notifications } from '../notifications/notifications.ts'
import { participation } from '../participation/participation.ts'
import { players } from '../players/players.ts'
import { plays } from '../plays/plays.ts'
import type { ReadModel } from '../read-model.ts'
import { records } from '../records/improvements-and-firsts.ts'
import { standings } from '../standings/standings.ts'
import { streams } from '../streams/streams.ts'
import { createTables, type Table, tablesOf } from '../table.ts'

/** They decide which plays are stored, and how each counts. */
export const baseModels: readonly ReadModel[] = [streams, plays, catalogue]

/** They follow, in this order. */
export const followingModels: readonly ReadModel[] = [
  boards,
  records,
  players,
  activity,
  milestones,
  participation,
  standings,
  notifications,
]

/** Every read model. A model may read the tables of the models before it. */
export const readModels = [...baseModels, ...followingModels]

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
