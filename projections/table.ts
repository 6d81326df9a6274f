/** A table of a read model. `verify` compares it by key, without the columns that depend on how events were batched. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly notCompared?: readonly string[]
  /** Written asynchronously after the transaction of a batch: `verify` compares it in a separate way. */
  readonly follows?: true
}

/** The SQL type of a column with its constraints. `Value`: of its values in rows. */
export interface Column<Value> {
  readonly type: string
  readonly constraints: string
  readonly value?: Value
}

interface TableDefinition extends Omit<Table, 'name'> {
  /** In this order. */
  readonly columns: Readonly<Record<string, Column<unknown>>>
  /** Definitions of constraints. */
  readonly more?: readonly string[]
  /** Storage parameters. */
  readonly storage?: string
  /**
   * Columns excluded from statistics: they are only returned, never searched, and list columns dominate the cost of
   * ANALYZE.
   */
  readonly notAnalyzed?: readonly string[]
}

export type TableDefinitions = Readonly<Record<string, TableDefinition>>

type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never
}

/** The row types of some tables. */
export type RowsOf<Definitions extends TableDefinitions> = {
  [Name in keyof Definitions]: RowOf<Definitions[Name]['columns']>
}

export function tablesOf(definitions: TableDefinitions): Table[] {
  return Object.entries(definitions).map(([name, definition]) => ({ name, ...definition }))
}

/** Statements that create the tables, without keys and indexes, so that a build can create these last. */
export function createTables(schema: string, definitions: TableDefinitions): string[] {
  return Object.entries(definitions).flatMap(([table, definition]) => {
    const { columns, more = [], storage, notAnalyzed = [] } = definition
    const lines = Object.entries(columns).map(definitionOf)
    const excluded = notAnalyzed.map((name) => `alter ${name} set statistics 0`)
    return [
      `create table ${schema}.${table} (${[...lines, ...more].join(', ')})${storage ? ` with (${storage})` : ''}`,
      ...(excluded.length > 0 ? [`alter table ${schema}.${table} ${excluded.join(', ')}`] : []),
    ]
  })
}

/** Statement that adds a column to a table with rows: they get its default, or null. */
export function addColumn(
  schema: string,
  table: string,
  name: string,
  { type, constraints }: Column<unknown>,
): string {
  const kept = constraints.includes('default') ? constraints : ''
  return `alter table ${schema}.${table} add column "${name}" ${type} ${kept}`
}

function definitionOf([name, { type, constraints }]: [string, Column<unknown>]): string {
  return `"${name}" ${type} ${constraints}`
}

export function column<Value>(type: string, constraints = 'not null'): Column<Value> {
  return { type, constraints }
}

export function nullable<Value>({ type }: Column<Value>): Column<Value | null> {
  return { type, constraints: '' }
}

export function withDefault<Value>({ type, constraints }: Column<Value>, value: string): Column<Value> {
  return { type, constraints: `${constraints} default ${value}` }
}

export const uuid = column<string>('uuid')
export const text = column<string>('text')
/** Text that is compared bytewise: keys and sort keys. */
export const key = column<string>('text collate "C"')
export const boolean = column<boolean>('boolean')
export const smallint = column<number>('smallint')
export const integer = column<number>('integer')
export const bigint = column<number>('bigint')
export const smallints = column<number[]>('smallint[]')
export const integers = column<number[]>('integer[]')
export const doubles = column<number[]>('double precision[]')
