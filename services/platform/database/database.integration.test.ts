import { afterAll, describe, expect, it, vi } from 'vitest'
import { deferred } from '../async/deferred-in-tests.ts'
import { countersForTests } from './counters-in-tests.ts'
import { openDatabase } from './database.ts'
import { isTransient } from './transient-errors.ts'

const soon = { timeout: 15_000 }

const { url, db, counter, set, stop } = await countersForTests()
afterAll(stop)

it('a tracked transaction cannot acquire a second connection, only before and after it', async () => {
  const watched = openDatabase({ url: url, maxConnections: 2, watchNesting: true })
  const nested = /second connection/

  await watched.transaction(async () => {
    await expect(async () => watched.pool.query('select')).rejects.toThrow(nested)
    await expect(async () => watched.pool.connect()).rejects.toThrow(nested)
    await expect(watched.transaction(async () => {})).rejects.toThrow(nested)
  })

  await Promise.all([watched.pool.query('select'), watched.transaction((client) => client.query('select'))])
  await watched.close()
})

describe('a transaction', () => {
  it('is committed as a whole', async () => {
    await set(1, 0)
    const result = await db.transaction(async (client) => {
      await client.query('UPDATE counters SET n = n + 1 WHERE id = 1')
      return 'done'
    })

    expect(result).toBe('done')
    expect(await counter(1)).toBe(1)
  })

  it('is rolled back on an error and releases its connection', async () => {
    await set(1, 0)
    for (let round = 0; round < 10; round += 1) {
      const failing = db.transaction(async (client) => {
        await client.query('UPDATE counters SET n = n + 1 WHERE id = 1')
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
    }

    expect(await counter(1)).toBe(0)
  })

  it('rejects if a statement failed and its error was ignored', async () => {
    const careless = db.transaction(async (client) => {
      await client.query('SELECT 1 / 0').catch(() => {})
    })

    await expect(careless).rejects.toThrow('rolled back')
  })

  it('rejects when its connection is lost; the next one gets a working connection', async () => {
    const cut = db.transaction(async (client) => {
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })

    await expect(cut).rejects.toSatisfy(isTransient)
    expect(await db.transaction(async (client) => (await client.query('SELECT 1 AS n')).rows)).toEqual([
      { n: 1 },
    ])
  })

  it('is terminated when idle too long, which releases its locks', async () => {
    const stalled = openDatabase({ url: url, maxConnections: 1, idleInTransactionMs: 200 })
    const [held, hold] = deferred()
    const [woken, wake] = deferred()
    const standing = stalled.transaction(async (client) => {
      await client.query('SELECT n FROM counters WHERE id = 1 FOR UPDATE')
      hold()
      await woken
      await client.query('UPDATE counters SET n = -1 WHERE id = 1')
    })
    await held
    await set(1, 7)
    wake()

    await expect(standing).rejects.toSatisfy(isTransient)
    expect(await counter(1)).toBe(7)
    await stalled.close()
  })

  it('can read from one snapshot', async () => {
    await set(1, 5)
    await db.transaction(
      async (client) => {
        const read = async () => (await client.query('SELECT n FROM counters WHERE id = 1')).rows[0].n
        expect(await read()).toBe(5)
        await set(1, 6)
        expect(await read()).toBe(5)
      },
      { isolation: 'repeatable read', readOnly: true },
    )
  })

  it('cannot write if it is read-only', async () => {
    const writing = db.transaction((client) => client.query('UPDATE counters SET n = 7'), { readOnly: true })

    await expect(writing).rejects.toThrow('read-only')
  })
})

describe('a pool', () => {
  it('survives the loss of its idle connections', async () => {
    const troubles: unknown[] = []
    const other = openDatabase({
      url: url,
      maxConnections: 1,
      onError: (error) => troubles.push(error),
    })
    const { pid } = (await other.pool.query('SELECT pg_backend_pid() AS pid')).rows[0]
    await db.pool.query('SELECT pg_terminate_backend($1)', [pid])
    await vi.waitUntil(() => troubles.length > 0, soon)

    expect((await other.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    await other.close()
  })

  it('returns 53-bit integers as numbers and rejects larger ones', async () => {
    const { rows } = await db.pool.query(
      `SELECT 9007199254740991::int8 AS most, ARRAY[1, NULL, 3]::int8[] AS some, '{}'::int8[] AS none`,
    )
    expect(rows).toEqual([{ most: Number.MAX_SAFE_INTEGER, some: [1, null, 3], none: [] }])

    await expect(db.pool.query('SELECT 9007199254740992::int8')).rejects.toThrow('beyond 2^53')
    expect((await db.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  it('uses UTC, whatever the time zone of the server', async () => {
    expect((await db.pool.query('SHOW timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })
})
