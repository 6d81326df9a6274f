import { boardsTables, createBoardsTables, indexBoardsTables } from './boards/tables.ts'
import { catalogueTables, createCatalogueTables, indexCatalogueTables } from './catalogue/tables.ts'
import { createPlayersTables, indexPlayersTables, playersTables } from './players/tables.ts'
import { createPlaysTables, indexPlaysTables, playsTables } from './plays/tables.ts'
import type { Table } from './table.ts'

/** Every table of a generation. */
export const readModelTables: readonly Table[] = [
  ...playsTables,
  ...catalogueTables,
  ...boardsTables,
  ...playersTables,
]

/** Statements that make an empty generation in a schema of its own, its tables bare: without keys and indexes. */
export function createReadModels(schema: string): string {
  return [
    `create schema ${schema}`,
    createPlaysTables(schema),
    createCatalogueTables(schema),
    createBoardsTables(schema),
    createPlayersTables(schema),
  ].join(';\n')
}

/** Statements that give it its keys and indexes; a build fills the tables first. */
export function indexReadModels(schema: string): string {
  return [
    indexPlaysTables(schema),
    indexCatalogueTables(schema),
    indexBoardsTables(schema),
    indexPlayersTables(schema),
  ].join(';\n')
}

/**
 * So that indexes alone answer from the first moment on, and plans know what is there: statements for a generation that was just filled, for
 * two connections beside each other, none of them within a transaction.
 */
export function vacuumReadModels(schema: string): string[] {
  return [boardsTables, [...playsTables, ...catalogueTables, ...playersTables]].map(
    (tables) => `vacuum (analyze) ${tables.map(({ name }) => `${schema}.${name}`).join(', ')}`,
  )
}
