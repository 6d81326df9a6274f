import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/**
 * Up to `limit` rows of a list after the first `from`. `backwards`: counted from the end of the list, and read in that
 * order.
 */
export interface Slice {
  readonly from: number
  readonly limit: number
  readonly backwards: boolean
}

/** Returns the slice for a page, counted from the nearer end of the list. */
export function fromNearerEnd(page: { from: number; limit: number }, total: number): Slice {
  const limit = Math.min(page.limit, total - page.from)
  const after = total - page.from - limit
  return { from: Math.min(page.from, after), limit, backwards: after < page.from }
}

/** Returns the direction in which a slice is read: reversed for a backwards slice. */
function readDirection(order: 'asc' | 'desc', { backwards }: Slice): 'asc' | 'desc' {
  return (order === 'asc') === backwards ? 'desc' : 'asc'
}

/** The same as a SQL keyword. */
export function direction(order: 'asc' | 'desc', slice: Slice): RawBuilder<unknown> {
  return sql.raw(readDirection(order, slice))
}

/**
 * Returns the rows of a page in the list's order, and the total. `found`: all entries, which are scanned to count them.
 * `read` returns the rows of a slice in read order: from the nearer end.
 */
export async function pageOfRows<Schema, Table extends keyof Schema, Row>(
  found: SelectQueryBuilder<Schema, Table, unknown>,
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
  read: (slice: Slice, direction: 'asc' | 'desc') => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const { count } = await found
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  const total = Number(count)
  if (page.from >= total) return { rows: [], total }
  const slice = fromNearerEnd(page, total)
  const rows = await read(slice, readDirection(order, slice))
  return { rows: slice.backwards ? rows.reverse() : rows, total }
}
