import { vi } from 'vitest'
import type { AccountsForTests } from './test-app.ts'

type Answer = Awaited<ReturnType<AccountsForTests['send']>>

/**
 * Makes calls while rows are held that all of them need, or that another of them holds in the meantime: each comes in
 * once the ones before wait, then the rows are let go. `held`: a statement that ends with FOR UPDATE.
 */
export async function callAtOnce(
  { database: { pool } }: Pick<AccountsForTests, 'database'>,
  held: { readonly text: string; readonly values: unknown[] },
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holding = await pool.connect()
  try {
    await holding.query('BEGIN')
    await holding.query(held)
    const answers: Promise<Answer>[] = []
    for (const call of calls) {
      answers.push(call())
      await vi.waitUntil(async () => (await waiting(pool)) === answers.length, { timeout: 30_000 })
    }
    await holding.query('COMMIT')
    return await Promise.all(answers)
  } finally {
    // With what it still holds, where a call never waited.
    holding.release(true)
  }
}

async function waiting(pool: AccountsForTests['database']['pool']): Promise<number | null> {
  const { rowCount } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rowCount
}
