/** Rows of a table with the columns chart and player, that are to equal computed ones. */
interface Replacement {
  readonly table: string
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** Its other columns, of which the first is never null. */
  readonly values: readonly [string, ...string[]]
  /** SQL: a query for the rows that the pairs of `touched` are to have. */
  readonly computed: string
}

/**
 * Common table expressions that replace the rows of pairs of chart and player, the relation `touched`, and write only
 * those that differ. The relation `changed_` and the table's name has a row for each of them, with its old first value as
 * `stored_…`. Rows are inserted in the order of the key: in random order they take twice as long, as each touches other
 * pages of the indexes. The caller holds the locks of the charts, so rows do not move, and inserts never conflict.
 */
export function replaceRows(schema: string, { table, key, values, computed }: Replacement): string {
  const changed = `changed_${table}`
  const list = (alias: string) => values.map((name) => `${alias}.${name}`).join(', ')
  const columns = [...key, ...values].join(', ')
  const [first] = values
  return `
    ${changed} as materialized (
      select ${key.join(', ')}, ${list('n')}, o.ctid as place, o.${first} as stored_${first}
      from (
        select t.ctid, t.* from touched join ${schema}.${table} t on t.chart = touched.chart and t.player = touched.player
      ) o
      full join (${computed}) n using (${key.join(', ')})
      where (${list('o')}) is distinct from (${list('n')})
    ),
    removed_${table} as (
      delete from ${schema}.${table} t using ${changed} c where t.ctid = c.place and c.${first} is null
    ),
    updated_${table} as (
      update ${schema}.${table} t set ${values.map((name) => `${name} = c.${name}`).join(', ')}
      from ${changed} c where t.ctid = c.place and c.${first} is not null
    ),
    added_${table} as (
      insert into ${schema}.${table} (${columns})
      select ${columns} from ${changed} where place is null order by ${key.join(', ')}
    )`
}
