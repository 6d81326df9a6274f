import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations, readSequences } from '../backup/tables/copy-tables.ts'
import { type ListedTable, listTables, quoted } from '../backup/tables/list-tables.ts'
import { restoreTables, type TableRows } from '../backup/tables/restore-tables.ts'
import type { ProgressOutput } from '../output.ts'
import { positionsInRows } from './new-positions.ts'
import type { PartitionMap } from './partition-map.ts'

interface TableCopy {
  readonly output: ProgressOutput
  readonly keepGenerations: boolean
  readonly map: PartitionMap
}

/**
 * Copies all tables of record, sequences included, but with `keepGenerations` no generations. Rows stay as they are, except
 * for positions where `map` changes them. `source` is in a transaction whose snapshot is read, `tx` in one of the owner of
 * the new database. Returns the numbers of tables and rows.
 */
export async function copyTables(
  source: pg.ClientBase,
  tx: pg.PoolClient,
  { output, keepGenerations, map }: TableCopy,
): Promise<{ tables: number; rows: number }> {
  const tables = (await listTables(source)).map((table) => rowsOf(source, table, map))
  const copied = {
    migrations: await readMigrations(source),
    tables,
    sequences: await readSequences(source),
  }
  const rows = await restoreTables(tx, copied, { skippedDays: 0, keepGenerations, doing: 'Copying', output })
  return { tables: tables.length, rows }
}

function rowsOf(source: pg.ClientBase, { name, columns }: ListedTable, map: PartitionMap): TableRows {
  const convert = positionsInRows(columns, map)
  let count = 0
  async function* rows() {
    const list = columns.map((column) => quoted(column)).join(', ')
    const copying = source.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`))
    if (convert === null) {
      yield* copying
      count = copying.rowCount
    } else
      for await (const chunk of convert(copying)) {
        yield chunk.bytes
        count += chunk.rows
      }
  }
  return { name, columns, rows, count: () => count }
}
