import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { type CuttableProxy, proxyTo } from '../ledger/testing/proxy.ts'
import { silentLog } from '../log/log.ts'
import { type Database, openDatabase } from './database.ts'
import { isTransient } from './transient-errors.ts'
import { type Watchdog, watchDatabase } from './watchdog.ts'

describe('while Postgres accepts connections and answers nothing', () => {
  let service: TestService
  let line: CuttableProxy
  let watchdog: Watchdog
  let db: Database

  beforeAll(async () => {
    service = await postgresForTests()
    line = await proxyTo(service.url)
    watchdog = watchDatabase({ url: line.url, log: silentLog })
    db = openDatabase({ url: line.url, maxConnections: 4, watchdog })
    await db.pool.query('create table counters (n int not null)')
    await db.pool.query('insert into counters values (0)')
  })
  afterAll(async () => {
    await db.close()
    await watchdog.stop()
    await line.close()
    await service.stop()
  })

  it('statements end, and none of them takes effect after a retry; slow ones are left alone before', async () => {
    const slow = await db.pool.query("select pg_sleep(6), 'done' as outcome")
    expect(slow.rows).toMatchObject([{ outcome: 'done' }])

    const holder = await openDatabase({ url: service.url, maxConnections: 1 }).connect('holder')
    await holder.query('select pg_advisory_lock(1)')
    const appending = db.pool.query(
      'with lock as materialized (select pg_advisory_lock(1)) update counters set n = n + 1 from lock',
    )
    appending.catch(() => {})
    const waiting = async () => (await holder.query('select from pg_locks where not granted')).rowCount
    await expect.poll(waiting).toBe(1)
    line.stall()
    await expect(appending).rejects.toSatisfy(isTransient)
    await expect(db.pool.query('select')).rejects.toThrow('Postgres does not answer')

    line.resume()
    await db.retrying(() => db.pool.query('update counters set n = n + 10'), 60_000)
    expect(await waiting()).toBe(0)
    await holder.end()
    expect((await db.pool.query('select n from counters')).rows).toEqual([{ n: 10 }])
  })
})
