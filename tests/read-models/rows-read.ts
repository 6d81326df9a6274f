import type pg from 'pg'

/**
 * Rows and entries of indexes of the generation g1 that were looked at, by this connection up to now, by others as far
 * as they have said so.
 */
export async function rowsRead(pool: pg.Pool): Promise<number> {
  await pool.query(flush)
  const { rows } = await pool.query<{ n: string }>(
    `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'g1')
       + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'g1') as n`,
  )
  return Number(rows[0]?.n)
}

/**
 * Lets every connection of a pool that rests say what it has looked at. By itself one says it up to ten seconds later,
 * in the middle of what others count.
 */
export async function sayRowsRead(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query(flush)))
}

const flush = 'select pg_stat_force_next_flush()'
