import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import type pg from 'pg'

/** All rows of a generation by table, ordered by key, with the columns that verify compares. */
export async function dump(pool: pg.Pool, schema: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const { name, key, notCompared = [] } of readModelTables.filter(({ follows }) => !follows)) {
    const { rows } = await pool.query(
      `
      select to_jsonb(t) - $1::text[] as row from ${schema}.${name} t order by ${key.map((k) => `"${k}"`).join(', ')}`,
      [notCompared],
    )
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}
