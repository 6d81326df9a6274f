import type pg from 'pg'

/** A connection or a pool: whatever answers SQL. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}
