import type { Tables } from './generation.ts'
import type { Computed, FollowingTable } from './read-model.ts'

/**
 * Common table expressions that write the rows which differ from the stored ones. `stored`: a query of the stored rows, with
 * their ctid as `place`; `computed`: of what they are to be. `changed_` and the table's name has a row for each that differs,
 * with its old first value as `stored_…`. Rows are inserted in the order of the key: in random order they take twice as
 * long, as each touches other pages of the indexes. The caller holds the locks of the rows, so they do not move, and
 * inserts never conflict.
 */
export function replaceRows(
  { schema }: Tables,
  computed: Computed,
  rows: { readonly stored: string; readonly computed: string },
): string {
  const { table, key, values } = computed
  const list = (alias: string) => values.map((name) => `${alias}.${name}`).join(', ')
  const keys = key.join(', ')
  const columns = columnsOf(computed)
  const [first] = values
  return `
    stored_${table} as materialized (${rows.stored}),
    changed_${table} as materialized (
      select ${keys}, ${list('n')}, o.place, o.${first} as stored_${first}
      from stored_${table} o full join (${rows.computed}) n using (${keys})
      where (${list('o')}) is distinct from (${list('n')})
    ),
    removed_${table} as (
      delete from ${schema}.${table} t using changed_${table} c where t.ctid = c.place and c.${first} is null
    ),
    updated_${table} as (
      update ${schema}.${table} t set ${values.map((name) => `${name} = c.${name}`).join(', ')}
      from changed_${table} c where t.ctid = c.place and c.${first} is not null
    ),
    added_${table} as (
      insert into ${schema}.${table} (${columns}) select ${columns} from changed_${table} where place is null order by ${keys}
    )`
}

/** Common table expressions that compute the rows of a scope again. `scope`: its query. */
export function replaceScope(tables: Tables, following: FollowingTable, scope: string): string {
  const { table, stored, query } = following
  return `
    scope_${table} as materialized (${scope}),
    ${replaceRows(tables, following, {
      stored: `
        select o.* from scope_${table} s cross join lateral (
          select o.ctid as place, ${columnsOf(following)} from ${tables.schema}.${table} o where ${stored} offset 0
        ) o`,
      computed: query(`scope_${table}`, tables),
    })}`
}

/** SQL: the statement that fills an empty table. */
export function fillComputed({ schema }: Tables, computed: Computed, query: string): string {
  const columns = columnsOf(computed)
  return `insert into ${schema}.${computed.table} (${columns}) select ${columns} from (${query}) computed`
}

export function columnsOf({ key, values }: Computed): string {
  return [...key, ...values].join(', ')
}
