import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseForTests } from '../database/testing/database-for-tests.ts'
import { type BackgroundWork, type BackgroundWorker, startBackgroundWorker } from './background-worker.ts'

const soon = { timeout: 15_000, interval: 5 }

describe('background work', () => {
  let database: Database
  let worker: BackgroundWorker
  let warnings: string[]

  beforeEach(async () => {
    database = await databaseForTests(2)
    warnings = []
  })
  afterEach(async () => {
    await worker.stop()
    await database.close()
  })

  async function start(work: BackgroundWork): Promise<void> {
    worker = await startBackgroundWorker({
      database,
      log: { info: () => {}, warn: (text) => void warnings.push(text), error: () => {} },
      wokenBy: 'work',
      works: [{ about: 'work', work }],
    })
  }

  it('that has nothing to do runs again on a notice', async () => {
    let runs = 0
    await start(async () => {
      runs += 1
      return Number.POSITIVE_INFINITY
    })
    // Once at the start, and once when the worker begins to listen.
    await vi.waitFor(() => expect(runs).toBe(2), soon)

    await database.pool.query('notify work')

    await vi.waitFor(() => expect(runs).toBe(3), soon)
    expect(warnings).toEqual([])
  })

  it('that fails runs again on a notice, however long the back-off is by then', async () => {
    let runs = 0
    await start(async () => {
      runs += 1
      throw new Error('no mail server')
    })
    // After this many failures the back-off is above 15 s.
    while (runs < 12) {
      const before = runs
      await database.pool.query('notify work')
      await vi.waitFor(() => expect(runs).toBeGreaterThan(before), soon)
    }
    expect(warnings[0]).toContain('work: Error: no mail server')
  })
})
