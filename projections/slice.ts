import { type RawBuilder, sql } from 'kysely'

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

/** Returns the rows of a page in the list's order. `read` returns the rows of a slice in read order. */
export async function rowsOnPage<Row>(
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
  total: number,
  read: (slice: Slice, direction: 'asc' | 'desc') => Promise<Row[]>,
): Promise<Row[]> {
  if (page.from >= total) return []
  const slice = fromNearerEnd(page, total)
  const rows = await read(slice, readDirection(order, slice))
  return slice.backwards ? rows.reverse() : rows
}
