import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseForTests } from '../database/testing/database-for-tests.ts'
import type { Ledger } from './ledger.ts'
import { postgresLedger } from './postgres-ledger.ts'

let database: Database
let ledger: Ledger
beforeAll(async () => {
  database = await databaseForTests()
  ledger = await postgresLedger({ database })
  await database.pool.query('CREATE TABLE names (name text PRIMARY KEY, partition int, "offset" int)')
})
afterAll(async () => {
  await ledger.close()
  await database.close()
})

const event = (key: string) => ({ key, bytes: Buffer.from(`event of ${key}`) })

/** Appends an event for each name and stores its position; stores nothing if one of the names exists. */
async function appendNamed(names: readonly string[]) {
  if (!ledger.appendWithSql) throw new Error('this ledger has no appendWithSql')
  return ledger.appendWithSql('events', names.map(event), {
    name: 'names',
    unless: 'EXISTS (SELECT FROM names WHERE name = ANY ($1::text[]))',
    write: `
      INSERT INTO names SELECT a.name, placed.partition, placed."offset"
      FROM unnest($1::text[]) WITH ORDINALITY AS a(name, nth) JOIN placed USING (nth)`,
    values: [names],
  })
}

async function storedPositions(names: readonly string[]) {
  const { rows } = await database.pool.query(
    'SELECT partition, "offset" FROM names WHERE name = ANY ($1::text[]) ORDER BY array_position($1::text[], name)',
    [names],
  )
  return rows
}

describe('a batch with a statement', () => {
  it('is stored together with its result, each event at its returned position', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `name ${i % 7} ${i}`)
    const positions = await appendNamed(names)
    expect(await storedPositions(names)).toEqual(positions)
    for (const [i, position] of positions.entries())
      expect((await ledger.at('events', position))?.bytes).toEqual(event(names[i] ?? '').bytes)
  })

  it('leaves no gap between concurrent appends', async () => {
    const before = await ledger.ends('events')
    const [named, plain] = await Promise.all([
      appendNamed(['a', 'b', 'c', 'd']),
      Promise.all(['a', 'b', 'c', 'd'].map((key) => ledger.append('events', event(key)))),
    ])
    const expected = before.flatMap((end, partition) => {
      const count = [...named, ...plain].filter((position) => position.partition === partition).length
      return Array.from({ length: count }, (_, i) => ({ partition, offset: end + i }))
    })
    expect(new Set([...named, ...plain])).toEqual(new Set(expected))
  })

  it('is not stored at all if the condition holds, including events that it does not concern', async () => {
    await appendNamed(['known'])
    const before = await ledger.ends('events')
    expect(await appendNamed(['fresh', 'known'])).toEqual([])
    expect(await ledger.ends('events')).toEqual(before)
    expect(await storedPositions(['fresh'])).toEqual([])
  })

  it('is not stored at all if the statement fails', async () => {
    const before = await ledger.ends('events')
    await expect(appendNamed(['twice', 'twice'])).rejects.toThrow(/unique/)
    expect(await ledger.ends('events')).toEqual(before)
    expect(await storedPositions(['twice'])).toEqual([])
  })
})
