import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Answer, Cell } from '@stepledger/contracts/analysis/question.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { analysisRows } from '../../../tests/generators/analysis-tables.ts'
import { fillTables } from '../../../tests/generators/fill-tables.ts'

/** An in-memory DuckDB with all published tables of the generated community. */
export async function openSample(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await fillTables(connection, analysisTables, analysisRows())
  return connection
}

export async function runQuery(connection: DuckDBConnection, sql: string): Promise<Answer> {
  const read = await connection.runAndReadAll(sql)
  return { columns: read.columnNames(), rows: read.getRowsJS().map((row) => row.map(cell)) }
}

function cell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'bigint' ? Number(value) : String(value)
}
