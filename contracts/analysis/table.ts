import { z } from 'zod'

/** Column types, by their names in DuckDB. All exist in Parquet. */
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

/** A column of a published table. `nullable`: meaning of a missing value; null if the column has none. */
const analysisColumn = z.object({
  name: z.string(),
  type: columnType,
  unit: z.string().nullable(),
  range: z.string().nullable(),
  meaning: z.string(),
  nullable: z.string().nullable(),
})
export type AnalysisColumn = z.infer<typeof analysisColumn>

/**
 * `rowsOf`: meaning of a row. `monthly`: one file per month. Rows are sorted by `sortedBy`, so that readers of Parquet
 * can skip row groups.
 */
export const analysisTable = z.object({
  name: z.string(),
  rowsOf: z.string(),
  monthly: z.boolean(),
  sortedBy: z.array(z.string()),
  columns: z.array(analysisColumn),
})
export type AnalysisTable = z.infer<typeof analysisTable>

/** Returns a column, by default without unit, range or missing values. */
export function column(
  name: string,
  type: AnalysisColumn['type'],
  meaning: string,
  more: Partial<Pick<AnalysisColumn, 'unit' | 'range' | 'nullable'>> = {},
): AnalysisColumn {
  return { name, type, meaning, unit: null, range: null, nullable: null, ...more }
}
