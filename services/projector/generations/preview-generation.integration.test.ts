import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { ensureLiveGeneration } from './ensure-live-generation.ts'
import { readGenerations } from './generations.ts'
import { requestMissingGeneration } from './next-generation.ts'
import { createRequestedPreview, requestPreview } from './preview-generation.ts'
import { migrateGenerations } from './tables.ts'

describe('a preview whose rules are published', () => {
  let postgres: TestService
  let database: Database
  const inForce = {
    rules: firstRules,
    ledgerId: '0190a8a0-0000-4000-8000-000000000001',
    partitions: 3,
    offset: 1,
  }
  const rules = { ...firstRules, title: 'Other' }

  beforeAll(async () => {
    postgres = await postgresForTests()
    database = openDatabase({ url: postgres.url, maxConnections: 2 })
    await migrateGenerations(database)
  })
  afterAll(async () => {
    await database.close()
    await postgres.stop()
  })

  it('becomes the next generation, once', async () => {
    const live = await ensureLiveGeneration(database, inForce)
    await requestPreview(database, { rules, codeVersion })
    await createRequestedPreview(database, live, codeVersion)

    const published = { ...inForce, rules, offset: 2 }
    expect(await requestMissingGeneration(database, { inForce: published, codeVersion })).toBe(2)
    expect(await requestMissingGeneration(database, { inForce: published, codeVersion })).toBeNull()

    const generations = await readGenerations(database.pool)
    expect(generations.map(({ id, state, rulesOffset }) => [id, state, rulesOffset])).toEqual([
      [1, 'live', 1],
      [2, 'next', 2],
    ])
  })
})
