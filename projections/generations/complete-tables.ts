import { z } from 'zod'
import { readModels } from '../fold/read-models.ts'
import type { Queryable } from '../queryable.ts'
import { addColumn, createTables } from '../table.ts'

const rows = z.array(z.object({ table_name: z.string(), names: z.array(z.string()) }))

/**
 * Returns the statements that add the tables and columns of today to a generation of the release before, so that every
 * read is written for today's tables alone. Added tables are empty; added columns have their default, or null.
 */
export async function missingTables(db: Queryable, schema: string): Promise<string[]> {
  const found = await db.query({
    text: `select table_name, array_agg(column_name::text) as names from information_schema.columns
      where table_schema = $1 group by table_name`,
    values: [schema],
  })
  const present = new Map(rows.parse(found.rows).map(({ table_name, names }) => [table_name, names]))
  return readModels
    .flatMap(({ tables }) => Object.entries(tables))
    .flatMap(([table, definition]) => {
      const names = present.get(table)
      if (!names) return createTables(schema, { [table]: definition })
      return Object.entries(definition.columns)
        .filter(([name]) => !names.includes(name))
        .map(([name, column]) => addColumn(schema, table, name, column))
    })
}
