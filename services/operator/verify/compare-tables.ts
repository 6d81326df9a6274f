import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import type { Table } from '@stepledger/projections/table.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { ComparedTable, Difference, Tally } from './report.ts'

interface CompareOptions {
  /** In a transaction that can read both schemas. */
  readonly client: pg.Client
  /** Schema of the generation. */
  readonly shown: string
  /** Schema of the fresh fold. */
  readonly expected: string
  readonly differences: Tally<Difference>
  readonly onTable: (table: string) => void
  readonly signal: AbortSignal | undefined
}

/** Compares all rows of every read model by key, in the database. Only differing rows are fetched, in pages. */
export async function compareTables(options: CompareOptions): Promise<ComparedTable[]> {
  const compared: ComparedTable[] = []
  for (const table of readModelTables.filter(({ follows }) => !follows)) {
    options.onTable(table.name)
    compared.push(await compareTable(table, options))
  }
  return compared
}

async function compareTable(
  table: Table,
  { client, shown, expected, differences, signal }: CompareOptions,
): Promise<ComparedTable> {
  const rows = await countRows(client, `${shown}.${table.name}`)
  const columns = await comparedColumns(client, expected, table)
  await client.query(`declare differing no scroll cursor for ${joinSql(table, columns, shown, expected)}`)
  let differing = 0
  for (;;) {
    signal?.throwIfAborted()
    const page = await client.query('fetch 500 from differing')
    for (const row of differingRows.parse(page.rows)) {
      differing += 1
      differences.add(differenceOf(table, columns, row))
    }
    if (page.rows.length === 0) break
  }
  await client.query('close differing')
  return { table: table.name, rows, differing }
}

const counted = z.tuple([z.object({ rows: z.int() })])

export async function countRows(client: pg.Client, table: string): Promise<number> {
  return counted.parse((await client.query(`select count(*) as rows from ${table}`)).rows)[0].rows
}

const named = z.array(z.object({ name: z.string() }))

async function comparedColumns(client: pg.Client, schema: string, table: Table): Promise<string[]> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = $2 order by ordinal_position`,
    [schema, table.name],
  )
  const left = new Set(table.notCompared)
  return named.parse(rows).flatMap(({ name }) => (left.has(name) ? [] : [name]))
}

/** `a` is the shown row, `b` the expected one; null if missing. */
function joinSql({ name, key }: Table, columns: readonly string[], shown: string, expected: string): string {
  const quoted = columns.map((column) => ({ column, a: `a."${column}"`, b: `b."${column}"` }))
  const differs = quoted.map(({ a, b }) => `${a} is distinct from ${b}`).join(' or ')
  const names = quoted.map(({ column, a, b }) => `case when ${a} is distinct from ${b} then '${column}' end`)
  return `
    select to_jsonb(a) as shown, to_jsonb(b) as expected, array_remove(array[${names.join(', ')}], null) as columns
    from ${shown}.${name} a full join ${expected}.${name} b on ${key.map((k) => `a."${k}" = b."${k}"`).join(' and ')}
    where ${differs}
    order by ${key.map((k) => `coalesce(a."${k}", b."${k}")`).join(', ')}`
}

const json = z.record(z.string(), z.unknown())
const differingRow = z.object({
  shown: json.nullable(),
  expected: json.nullable(),
  columns: z.array(z.string()),
})
const differingRows = z.array(differingRow)

function differenceOf(
  table: Table,
  columns: readonly string[],
  row: z.infer<typeof differingRow>,
): Difference {
  const { shown, expected } = row
  const some = shown ?? expected ?? {}
  return {
    table: table.name,
    key: Object.fromEntries(table.key.map((name) => [name, some[name]])),
    kind: shown && expected ? 'changed' : shown ? 'surplus' : 'missing',
    columns: (shown && expected ? row.columns : columns).map((name) => ({
      name,
      shown: shown?.[name] ?? null,
      expected: expected?.[name] ?? null,
    })),
  }
}
