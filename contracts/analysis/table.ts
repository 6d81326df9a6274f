import { z } from 'zod'

/** Types of columns, as DuckDB names them; a reader of Parquet knows each of them. */
export const columnType = z.enum([
  'BOOLEAN',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'DOUBLE',
  'VARCHAR',
  'DATE',
  'TIMESTAMP',
  'SMALLINT[]',
  'INTEGER[]',
])

/**
 * A column of a published table. `unit` and `range` are null where there is none. `nullable`: what a missing value
 * says.
 */
export const analysisColumn = z.object({
  name: z.string(),
  type: columnType,
  unit: z.string().nullable(),
  range: z.string().nullable(),
  meaning: z.string(),
  nullable: z.string().nullable(),
})
export type AnalysisColumn = z.infer<typeof analysisColumn>

/**
 * `rowsOf`: what a row is. `monthly`: each month has a file of its own. Rows lie in the order of `sortedBy`, so readers
 * skip what they don't ask for.
 */
export const analysisTable = z.object({
  name: z.string(),
  rowsOf: z.string(),
  monthly: z.boolean(),
  sortedBy: z.array(z.string()),
  columns: z.array(analysisColumn),
})
export type AnalysisTable = z.infer<typeof analysisTable>

/** A column, by default without unit, range or missing values. */
export function column(
  name: string,
  type: AnalysisColumn['type'],
  meaning: string,
  more: Partial<Pick<AnalysisColumn, 'unit' | 'range' | 'nullable'>> = {},
): AnalysisColumn {
  return { name, type, meaning, unit: null, range: null, nullable: null, ...more }
}
