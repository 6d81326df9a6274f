import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { GenerationDb } from './read-database.ts'

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
const fewEntries = 3_000

/**
 * Returns the ids on a page in the list's order, and the total. `found`: all entries, which are scanned to count them,
 * unless they are few and the page is among them. `read` returns the ids of a slice in read order: from the nearer end.
 */
export async function pageOfIds<Schema, Table extends keyof Schema, Id>(
  found: SelectQueryBuilder<Schema, Table, unknown>,
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
  read: (slice: Slice, direction: 'asc' | 'desc') => Promise<Id[]>,
): Promise<{ ids: Id[]; total: number }> {
  const end = page.from + page.limit
  const first = end <= fewEntries ? await read({ from: 0, limit: fewEntries, backwards: false }, order) : null
  if (first && first.length < fewEntries) return { ids: first.slice(page.from, end), total: first.length }
  const { count } = await found
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  const total = Number(count)
  if (first) return { ids: first.slice(page.from, end), total }
  if (page.from >= total) return { ids: [], total }
  const slice = readFromCloserEnd(page, total)
  const ids = await read(slice, readDirection(order, slice))
  return { ids: slice.backwards ? ids.reverse() : ids, total }
}

/** As `pageOfIds`, in the order of the column `key`, then of the column `id`. */
export function pageByColumn<Schema, Table extends keyof Schema>(
  found: SelectQueryBuilder<Schema, Table, unknown>,
  key: string,
  page: { from: number; limit: number },
  order: 'asc' | 'desc',
): Promise<{ ids: number[]; total: number }> {
  return pageOfIds(found, page, order, async ({ from, limit }, way) => {
    const rows = await found
      .select(sql.ref('id').as('id'))
      .$castTo<{ id: number }>()
      .orderBy(sql.ref(key), way)
      .orderBy(sql.ref('id'), way)
      .offset(from)
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  })
}

/** The ids of a table's rows that match the SQL condition `where`. */
interface IdList {
  readonly table: string
  readonly id: string
  readonly where: string
}

/** Returns a keyset page of ids in index order, after `after` or from the first: one index range. */
export async function idsAfter<Id extends string | number>(
  { db, schema }: GenerationDb,
  list: IdList,
  after: Id | null,
  skip: number,
  limit: number,
): Promise<Id[]> {
  const id = sql.ref(list.id)
  const { rows } = await sql<{ id: Id }>`
    select ${id} as id from ${sql.id(schema, list.table)} where ${sql.raw(list.where)}
    ${after === null ? sql`` : sql`and ${id} > ${after}`} order by ${id} offset ${skip} limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
