import { sql } from 'kysely'
import type { GenerationDb } from './read-database.ts'

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
