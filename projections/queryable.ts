import type pg from 'pg'

/** A connection or a pool. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}
