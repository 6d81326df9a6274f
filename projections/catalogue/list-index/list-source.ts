import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../../read-database.ts'
import { changedRows, type SnapshotText } from './changed-rows.ts'
import type { Entry } from './entry-columns.ts'

/** The source of a list's entries: a table that records its changes. */
export interface ListSource<Id> {
  /** Number of sort orders. */
  readonly orders: number
  /** Returns up to `limit` entries by id, after `after` or from the first. */
  entriesAfter(generation: GenerationDb, after: Id | null, limit: number): Promise<Entry<Id>[]>
  /** Returns up to `limit` entries that changed since an earlier snapshot, and the current snapshot. */
  changedSince(
    generation: GenerationDb,
    since: SnapshotText,
    limit: number,
  ): Promise<{ snapshot: SnapshotText; entries: Entry<Id>[] }>
}

/** `id`: the id column; `entryOf` converts rows of `columns`, null for rows to skip. */
export function listSource<Id, Row>(list: {
  readonly table: string
  readonly orders: number
  readonly id: string
  readonly columns: RawBuilder<Row>
  entryOf(row: Row): Entry<Id> | null
}): ListSource<Id> {
  const { table, orders, columns, entryOf } = list
  const entriesOf = (rows: readonly Row[]) => rows.map(entryOf).filter((entry) => entry !== null)
  return {
    orders,
    async entriesAfter({ db, schema }, after, limit) {
      const id = sql.ref(list.id)
      const { rows } = await sql<Row>`
        select ${columns} from ${sql.id(schema, table)}
        ${after === null ? sql`` : sql`where ${id} > ${after}`} order by ${id} limit ${limit}`.execute(db)
      return entriesOf(rows)
    },
    async changedSince(generation, since, limit) {
      const { snapshot, rows } = await changedRows(generation, table, columns, since, limit)
      return { snapshot, entries: entriesOf(rows) }
    },
  }
}
