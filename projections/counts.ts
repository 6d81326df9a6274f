import type { Tables, TablesTx } from './generation.ts'
import type { Count, CountSources } from './read-model.ts'

/**
 * The common table expression `counted_` and the table's name, which adds increments to counts, so that their cost
 * does not grow with the history. `increments`: a query of its columns.
 */
export function addToCount({ schema }: Tables, count: Count, increments: string): string {
  const { table, also } = count
  const keys = Object.keys(count.key)
  const sums = Object.keys(count.sums)
  const returned = [...keys, ...sums].map((name) => `c.${name}`).join(', ')
  const increased = (added: string) => sums.map((name) => `${name} = c.${name} + ${added}.${name}`).join(', ')
  if (count.rows === 'given')
    return `
    counted_${table} as (
      update ${schema}.${table} c set ${increased('x')} from (${increments}) x where ${same(keys)} returning ${returned}
    )`
  return `
    counted_${table} as (
      insert into ${schema}.${table} as c (${[...keys, ...sums, ...Object.keys(also?.columns ?? {})].join(', ')})
      ${increments}
      on conflict (${keys.join(', ')}) do update set ${increased('excluded')}
      returning ${returned}
    )`
}

/** SQL: the query of the columns of a count for these rows. */
export function countRows(tables: Tables, count: Count, sources: CountSources): string {
  const { key, sums, also, from } = count
  const named = Object.entries({ ...key, ...sums }).map(([name, value]) => `${value} as ${name}`)
  const numbers = Object.keys(key).map((_, i) => i + 1)
  const values = Object.values(sums)
  const differs = `having (${values.join(', ')}) <> (${values.map(() => 0).join(', ')})`
  const counted = `
      select ${named.join(', ')} from ${from(sources, tables)}
      group by ${numbers.join(', ')} ${count.rows === 'kept' ? '' : differs} order by ${numbers.join(', ')}`
  if (!also) return counted
  const columns = Object.values(also.columns)
  return `select counted.*, ${columns.join(', ')} from (${counted}) counted ${also.join(tables.schema)}`
}

/** SQL: the statement that counts everything. */
export function fillCount(tables: Tables, count: Count, everything: CountSources): string {
  const { table, key, sums, also } = count
  const rows = countRows(tables, count, everything)
  if (count.rows === 'given') return `with ${addToCount(tables, count, rows)} select`
  const columns = Object.keys({ ...key, ...sums, ...also?.columns })
  return `insert into ${tables.schema}.${table} (${columns.join(', ')}) ${rows}`
}

/** SQL: a column of the keys that `addToCount` left at 0. */
export function emptyKeys({ table, sums, rows }: Count): string[] {
  if (rows) return []
  return [
    `(select coalesce(jsonb_agg(c), '[]') from counted_${table} c where c.${firstOf(sums)} = 0) as ${table}`,
  ]
}

/** A row of the columns of `emptyKeys`. */
export type EmptyKeys = Readonly<Record<string, readonly object[]>>

/** Deletes empty rows, unless a batch of another partition has added to them since. */
export async function deleteEmpty(
  { tx, schema }: TablesTx,
  counts: readonly Count[],
  empty: EmptyKeys | undefined,
): Promise<void> {
  if (!empty || Object.values(empty).every((keys) => keys.length === 0)) return
  const deletions = counts.flatMap(({ table, key, sums, rows }) =>
    rows
      ? []
      : `emptied_${table} as (
          delete from ${schema}.${table} c
          using jsonb_populate_recordset(null::${schema}.${table}, $1::jsonb -> '${table}') x
          where ${same(Object.keys(key))} and c.${firstOf(sums)} = 0
        )`,
  )
  await tx.query({ text: `with ${deletions.join(', ')} select`, values: [JSON.stringify(empty)] })
}

/** Adds increments to one count and deletes the rows that become empty. */
export async function changeCount(
  into: TablesTx,
  count: Count,
  increments: string,
  values: readonly unknown[],
): Promise<void> {
  const { rows } = await into.tx.query<EmptyKeys>({
    text: `with ${addToCount(into, count, increments)} select ${emptyKeys(count).join(', ')}`,
    values: [...values],
  })
  await deleteEmpty(into, [count], rows[0])
}

function same(keys: readonly string[]): string {
  return keys.map((name) => `c.${name} = x.${name}`).join(' and ')
}

function firstOf(sums: Count['sums']): string {
  const [first] = Object.keys(sums)
  if (first === undefined) throw new Error('a count has no sum')
  return first
}
