import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { copyOut } from './copy-out.ts'

describe('a copy out of Postgres', () => {
  let postgres: TestService
  let client: pg.Client
  beforeAll(async () => {
    postgres = await postgresForTests()
    client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await postgres.stop()
  })
  const rows = async (select: string) => {
    const read: string[] = []
    await copyOut(client, `copy (${select}) to stdout`, (row) => read.push(row.toString()))
    return read
  }

  it('streams rows of any size and releases the connection', async () => {
    expect(await rows('select n from generate_series(1, 3) n')).toEqual(['1\n', '2\n', '3\n'])
    const long = await rows('select repeat(n::text, 300000) from generate_series(1, 5) n')
    expect(long.map((row) => [row[0], row.length])).toEqual([1, 2, 3, 4, 5].map((n) => [String(n), 300_001]))
    expect(await rows('select 1 where false')).toEqual([])
  })

  it('rejects with the database error, before or after the first row', async () => {
    await expect(rows('select * from nowhere')).rejects.toThrow('relation "nowhere" does not exist')
    await expect(rows('select 10 / (3 - n) from generate_series(1, 5) n')).rejects.toThrow('division by zero')
    expect(await rows('select 1')).toEqual(['1\n'])
  })

  it('rejects with an error of the consumer and stops reading', async () => {
    let read = 0
    const copying = copyOut(client, 'copy (select generate_series(1, 9)) to stdout', () => {
      read += 1
      throw new Error('not a row')
    })
    await expect(copying).rejects.toThrow('not a row')
    await rows('select 1')
    expect(read).toBe(1)
  })

  it('rejects when the connection is lost', async () => {
    const other = new pg.Client({ connectionString: postgres.url })
    other.on('error', () => {})
    await other.connect()
    const failing = expect(
      copyOut(other, 'copy (select pg_sleep(60) as held) to stdout', () => {}),
    ).rejects.toThrow()
    const terminate =
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (select pg_sleep(60) as held)%'"
    await vi.waitUntil(async () => (await client.query(terminate)).rowCount === 1, { timeout: 15_000 })
    await failing
  })
})
