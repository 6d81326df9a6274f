import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../../read-database.ts'

/** A pg_snapshot as text. */
export type SnapshotText = string

/** Returns the current snapshot of `db`. */
export async function snapshotOf({ db }: GenerationDb): Promise<SnapshotText> {
  const { rows } = await sql<{
    snapshot: SnapshotText
  }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? ''
}

/** Returns up to `limit` rows that changed since an earlier snapshot, and the current snapshot. */
export async function changedRows<Row>(
  { db, schema }: GenerationDb,
  table: string,
  columns: RawBuilder<Row>,
  since: SnapshotText,
  limit: number,
): Promise<{ snapshot: SnapshotText; rows: Row[] }> {
  // The left join returns the snapshot even without changed rows. The order prevents a plan that scans the whole table.
  const { rows } = await sql<{ snapshot: SnapshotText | null } & Row>`
    select now.snapshot, changed.* from (values (pg_current_snapshot()::text)) as now (snapshot) left join lateral (
      select ${columns} from ${sql.id(schema, table)}
      where changed_by >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(changed_by, ${since}::pg_snapshot)
      order by changed_by limit ${limit}
    ) changed on true`.execute(db)
  return { snapshot: rows[0]?.snapshot ?? since, rows }
}
