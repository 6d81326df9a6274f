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

/** Counted from the nearer end of the list. */
export function readFromCloserEnd(page: { from: number; limit: number }, total: number): Slice {
  const limit = Math.min(page.limit, total - page.from)
  const after = total - page.from - limit
  return { from: Math.min(page.from, after), limit, backwards: after < page.from }
}

function readDirection(order: 'asc' | 'desc', { backwards }: Slice): 'asc' | 'desc' {
  return (order === 'asc') === backwards ? 'desc' : 'asc'
}

/** The same as a SQL keyword. */
export function direction(order: 'asc' | 'desc', slice: Slice): RawBuilder<unknown> {
  return sql.raw(readDirection(order, slice))
}

/** Entries of a list that are read before they are counted: reading them all costs as much as counting them. */
const fewEntries = 500

/**
 * Returns the ids on a page in the list's order, and the total. `found`: all entries, which are scanned to count them,
 * unless they are few. `read` returns the ids of a slice in read order: from the nearer end.
 */
export async function pageOfIds<Schema, Table extends keyof Schema, Id>(
  found: SelectQueryBuilder<Schema, Table, unknown>,
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
  read: (slice: Slice, direction: 'asc' | 'desc') => Promise<Id[]>,
): Promise<{ ids: Id[]; total: number }> {
  const end = page.from + page.limit
  const first = await read({ from: 0, limit: fewEntries, backwards: false }, order)
  if (first.length < fewEntries) return { ids: first.slice(page.from, end), total: first.length }
  const { count } = await found
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  const total = Number(count)
  if (end <= first.length) return { ids: first.slice(page.from, end), total }
  if (page.from >= total) return { ids: [], total }
  const slice = readFromCloserEnd(page, total)
  const ids = await read(slice, readDirection(order, slice))
  return { ids: slice.backwards ? ids.reverse() : ids, total }
}
