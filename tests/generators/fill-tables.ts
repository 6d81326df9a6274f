import type { DuckDBConnection } from '@duckdb/node-api'
import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import type { Rows, Value } from './analysis-tables.ts'

const rowsAtOnce = 2000

/** Creates the tables in DuckDB, with the columns and types of the dictionary, and inserts the rows. */
export async function fillTables(
  connection: DuckDBConnection,
  tables: readonly AnalysisTable[],
  rows: Rows,
): Promise<void> {
  for (const { name, columns } of tables) {
    const declared = columns.map((c) => `"${c.name}" ${c.type}${c.nullable === null ? ' NOT NULL' : ''}`)
    await connection.run(`CREATE TABLE ${name} (${declared.join(', ')})`)
    const given = rows[name] ?? []
    for (let i = 0; i < given.length; i += rowsAtOnce) {
      const values = given
        .slice(i, i + rowsAtOnce)
        .map((row) => `(${columns.map((column) => literal(row[column.name] ?? null)).join(',')})`)
      await connection.run(`INSERT INTO ${name} VALUES ${values.join(',')}`)
    }
  }
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return typeof value === 'object' ? `[${value.join(',')}]` : String(value)
}
