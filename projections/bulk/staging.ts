import { readModels } from '../read-models.ts'

const stagingTables = readModels.flatMap(({ build }) => build.staging)

export function createStagingTables(schema: string): string {
  return stagingTables
    .map(({ name, columns }) => {
      const typed = columns.map((column) => `${column.name} ${column.type}`)
      return `create table ${schema}.${name} (${typed.join(', ')})`
    })
    .join(';\n')
}

export function dropStagingTables(schema: string): string {
  return `drop table ${stagingTables.map(({ name }) => `${schema}.${name}`).join(', ')}`
}
