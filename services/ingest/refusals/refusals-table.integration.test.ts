import { expect, it } from 'vitest'
import { databaseForTests } from '../../platform/database/testing/database-for-tests.ts'
import { migrateIngest } from '../tables.ts'
import { addRefusals, readRefusals, readRefusalsOfPlayer } from './refusals-table.ts'

const ada = '00000000-0000-4000-8000-000000000001'
const at = Date.parse('2026-03-01T12:00:00Z')
const refused = (key: string, player: string | null, count = 1) => ({
  key,
  player,
  reason: 'invalid',
  count,
  sample: 'radar is required',
  client: null,
  at,
})

it('counts unknown keys beyond the limit of a day together, and valid ones for their player', async () => {
  const database = await databaseForTests()
  await migrateIngest(database)
  const { pool } = database
  // Given a day with as many unknown keys as are listed,
  const unknown = Array.from({ length: 1_000 }, (_, i) => refused(`sl_${String(i).padStart(5, '0')}`, null))
  await addRefusals(pool, unknown)
  // when one of them, another and a valid one are refused, the latter twice,
  await addRefusals(pool, [refused('sl_00000', null), refused('sl_xxxxx', null), refused('sl_aaaaa', ada, 2)])
  await addRefusals(pool, [refused('sl_aaaaa', ada, 3)])
  // then only the other is not named, and the player is notified once.
  const counts = await readRefusals(pool, 10_000)
  expect(counts).toHaveLength(1_002)
  expect(counts.filter(({ key, count }) => key === 'others' || count > 1)).toMatchObject([
    { key: 'sl_aaaaa', count: 5 },
    { key: 'sl_00000', count: 2 },
    { key: 'others', count: 1 },
  ])
  const told = (before: number) => readRefusalsOfPlayer(pool, ada, { since: 0, before, limit: 10 })
  expect(await told(at + 1)).toMatchObject([{ kind: 'refused', at, key: 'sl_aaaaa', plays: 5 }])
  expect(await told(at)).toEqual([])
  await database.close()
})

it('counts a play whose error message quotes NUL from its body, such as one that was compressed', async () => {
  const database = await databaseForTests()
  await migrateIngest(database)
  await addRefusals(database.pool, [{ ...refused('sl_aaaaa', ada), sample: 'Unexpected token \0' }])
  expect(await readRefusals(database.pool, 10)).toMatchObject([
    { count: 1, sample: 'Unexpected token \uFFFD' },
  ])
  await database.close()
})
