import { type RawBuilder, sql } from 'kysely'

/** Up to `limit` rows of a list after the first `from`; `backwards`: counted from its end, and given in that order. */
export interface Slice {
  readonly from: number
  readonly limit: number
  readonly backwards: boolean
}

/** The same rows of a list, counted from the end that they are nearer to. */
export function fromNearerEnd(page: { from: number; limit: number }, total: number): Slice {
  const limit = Math.min(page.limit, total - page.from)
  const after = total - page.from - limit
  return { from: Math.min(page.from, after), limit, backwards: after < page.from }
}

/** The direction in which a slice is read, of a list that is ordered in the other way when it is read backwards. */
export function wayOf(order: 'asc' | 'desc', { backwards }: Slice): 'asc' | 'desc' {
  return (order === 'asc') === backwards ? 'desc' : 'asc'
}

/** The same as SQL. */
export function direction(order: 'asc' | 'desc', slice: Slice): RawBuilder<unknown> {
  return sql.raw(wayOf(order, slice))
}

/**
 * The rows of a page of a list of `total`, in the list's order; `read` gives those of a slice, in the way that it is
 * read.
 */
export async function rowsOnPage<Row>(
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
  total: number,
  read: (slice: Slice, way: 'asc' | 'desc') => Promise<Row[]>,
): Promise<Row[]> {
  if (page.from >= total) return []
  const slice = fromNearerEnd(page, total)
  const rows = await read(slice, wayOf(order, slice))
  return slice.backwards ? rows.reverse() : rows
}
