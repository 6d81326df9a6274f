import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { databaseForTests } from '../../platform/database/testing/database-for-tests.ts'
import { inProcessPush } from '../../platform/push/in-process.ts'
import { postgresDirectory } from './postgres-directory.ts'

const ana = '00000000-0000-4000-8000-000000000001'
const ben = '00000000-0000-4000-8000-000000000002'
let database: Database
const push = inProcessPush(`test-${randomBytes(6).toString('hex')}`)

beforeAll(async () => {
  database = await databaseForTests()
  // The directory only reads this view of accounts.
  await database.pool.query(`
    CREATE SCHEMA accounts;
    CREATE TABLE accounts.public_players (
      id uuid PRIMARY KEY, alias text, profile_image_url text, country_id integer, created_at timestamptz, updated_at timestamptz
    );
    INSERT INTO accounts.public_players VALUES ('${ana}', 'Ana', '/media/x', 276, '2026-01-01Z', '2026-02-01Z'), ('${ben}', 'Ben', NULL, NULL, '2026-01-02Z', '2026-02-02Z')`)
})
afterAll(async () => {
  await push.close()
  await database.close()
})

describe('the directory of players', () => {
  it('returns known players and leaves out the others', async () => {
    const directory = postgresDirectory({ database, push })
    const unknown = '00000000-0000-4000-8000-000000000009'
    const found = await directory.lookUp([ana, unknown, ben, ana])
    expect([...found.values()]).toEqual([
      {
        id: ana,
        alias: 'Ana',
        profileImageUrl: '/media/x',
        countryId: 276,
        createdAt: Date.UTC(2026, 0, 1),
        updatedAt: Date.UTC(2026, 1, 1),
      },
      {
        id: ben,
        alias: 'Ben',
        profileImageUrl: null,
        countryId: null,
        createdAt: Date.UTC(2026, 0, 2),
        updatedAt: Date.UTC(2026, 1, 2),
      },
    ])
    expect((await directory.lookUp([])).size).toBe(0)
    directory.stop()
  })

  it('caches a name until a notice of its change', async () => {
    const directory = postgresDirectory({ database, push })
    const aliasNow = async () => (await directory.lookUp([ana])).get(ana)?.alias
    expect(await aliasNow()).toBe('Ana')
    await database.pool.query(`UPDATE accounts.public_players SET alias = 'Anna' WHERE id = $1`, [ana])
    expect(await aliasNow()).toBe('Ana')
    push.publish({ kind: 'player', player: ana })
    await expect.poll(aliasNow, { interval: 50 }).toBe('Anna')
    directory.stop()
  })
})
