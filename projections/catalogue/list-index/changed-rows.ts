import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../../read-database.ts'

/** The first generation whose rows name the transaction that changed what a list shows of them, with `listed`. */
export const firstTrackedGeneration = 14

/** What a snapshot sees, as Postgres writes it. */
export type SnapshotText = string

/** The snapshot that `db` reads in. */
export async function snapshotOf({ db }: GenerationDb): Promise<SnapshotText> {
  const { rows } = await sql<{
    snapshot: SnapshotText
  }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? ''
}

/** Rows of a table that an earlier snapshot did not see as they are, up to a limit, and the snapshot that sees them. */
export async function changedRows<Row>(
  { db, schema }: GenerationDb,
  table: string,
  columns: RawBuilder<Row>,
  since: SnapshotText,
  most: number,
): Promise<{ snapshot: SnapshotText; rows: Row[] }> {
  // A row of the snapshot comes first, so that there is one. The order lets no plan read the whole table.
  const { rows } = await sql<{ snapshot: SnapshotText | null } & Row>`
    select now.snapshot, changed.* from (values (pg_current_snapshot()::text)) as now (snapshot) left join lateral (
      select ${columns} from ${sql.id(schema, table)}
      where changed_by >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(changed_by, ${since}::pg_snapshot)
      order by changed_by limit ${most}
    ) changed on true`.execute(db)
  return { snapshot: rows[0]?.snapshot ?? since, rows }
}
