import type pg from 'pg'

/**
 * Rows and index entries of generation g1 that were read: exact for this connection, for others as far as they have
 * reported their statistics.
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
 * Makes every idle connection of a pool report its statistics. Otherwise it reports up to ten seconds later, during a
 * later measurement.
 */
export async function reportStatistics(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query(flush)))
}

const flush = 'select pg_stat_force_next_flush()'
