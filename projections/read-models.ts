import { boards } from './boards/boards.ts'
import type { BoardsTables } from './boards/tables.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { CatalogueTables } from './catalogue/tables.ts'
import { players } from './players/players.ts'
import type { PlayersTables } from './players/tables.ts'
import { plays } from './plays/plays.ts'
import type { PlaysTables } from './plays/tables.ts'
import type { ReadModel } from './read-model.ts'
import { standings } from './standings/standings.ts'
import type { StandingsTables } from './standings/tables.ts'
import type { Table } from './table.ts'

/** Every read model. A model may read what the ones before it have written. */
export const readModels: readonly ReadModel[] = [plays, catalogue, boards, players, standings]

/** The rows of every table, for reads. */
export type ReadModelTables = PlaysTables & CatalogueTables & BoardsTables & PlayersTables & StandingsTables

/** Every table of a generation. */
export const readModelTables: readonly Table[] = readModels.flatMap(({ tables }) => tables)

/** Statements that make an empty generation in a schema of its own, its tables bare: without keys and indexes. */
export function createReadModels(schema: string): string {
  return [`create schema ${schema}`, ...readModels.map((model) => model.create(schema))].join(';\n')
}

/** Statements that give it its keys and indexes; a build fills the tables first. */
export function indexReadModels(schema: string): string {
  return readModels.map((model) => model.index(schema)).join(';\n')
}

/**
 * So that indexes alone answer from the first moment on, and plans know what is there: statements for a generation that
 * was just filled, in any order, none of them within a transaction.
 */
export function vacuumReadModels(schema: string): string[] {
  return readModels.map(
    ({ tables }) => `vacuum (analyze) ${tables.map(({ name }) => `${schema}.${name}`).join(', ')}`,
  )
}
