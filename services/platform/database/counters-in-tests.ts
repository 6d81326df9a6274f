import { postgresForTests } from '../../../scripts/services.ts'
import { openDatabase } from './database.ts'

/** A database with two counters, by id. */
export async function countersForTests() {
  const { url, stop } = await postgresForTests()
  const db = openDatabase({ url, maxConnections: 5 })
  await db.pool.query('CREATE TABLE counters (id int PRIMARY KEY, n int NOT NULL)')
  await db.pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)')
  return {
    url,
    db,
    counter: async (id: number) =>
      (await db.pool.query('SELECT n FROM counters WHERE id = $1', [id])).rows[0].n,
    set: (id: number, n: number) => db.pool.query('UPDATE counters SET n = $2 WHERE id = $1', [id, n]),
    async stop() {
      await db.close()
      await stop()
    },
  }
}
