import { vi } from 'vitest'
import type { AccountsForTests } from './test-app.ts'

type Answer = Awaited<ReturnType<AccountsForTests['send']>>

/**
 * Starts calls while a transaction locks rows that they need. Each starts once the ones before it wait for a lock; then
 * the rows are released. `lockRows`: a statement that ends with FOR UPDATE.
 */
export async function callAtOnce(
  { database: { pool } }: Pick<AccountsForTests, 'database'>,
  lockRows: { readonly text: string; readonly values: unknown[] },
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(lockRows)
    const answers: Promise<Answer>[] = []
    for (const call of calls) {
      answers.push(call())
      await vi.waitUntil(async () => (await countLockWaits(pool)) === answers.length, { timeout: 30_000 })
    }
    await client.query('COMMIT')
    return await Promise.all(answers)
  } finally {
    // Destroys the connection, which still has its locks if a call never waited.
    client.release(true)
  }
}

async function countLockWaits(pool: AccountsForTests['database']['pool']): Promise<number | null> {
  const { rowCount } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rowCount
}
