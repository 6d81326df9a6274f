import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { silentLog } from '../log/log.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { type Database, openDatabase } from './database.ts'
import { campaignForLeadership, type Leader, leaderName } from './leader.ts'

const log = silentLog
const soon = { timeout: 15_000, interval: 5 }

describe('leader election', () => {
  let service: TestService
  let closing: (() => Promise<void>)[]

  beforeEach(async () => {
    service = await postgresForTests()
    closing = []
  })
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
    await service.stop()
  })
  async function stand(url: string, said: boolean[] = []): Promise<Leader> {
    const database: Database = openDatabase({ url, maxConnections: 1 })
    closing.push(() => database.close())
    const leader = await campaignForLeadership({
      database,
      lock: advisoryLocks.projector,
      log,
      onChange: () => said.push(true),
    })
    closing.push(() => leader.stop())
    return leader
  }

  it('shows other processes whether there is a leader', async () => {
    const database = openDatabase({ url: service.url, maxConnections: 1 })
    closing.push(() => database.close())
    const known = async () => (await leaderName(database, advisoryLocks.projector)) !== null
    expect(await known()).toBe(false)
    const leader = await stand(service.url)
    expect([leader.leads(), await known()]).toEqual([true, true])
    expect(await leaderName(database, advisoryLocks.verify)).toBeNull()
    await leader.stop()
    await vi.waitUntil(async () => !(await known()), soon)
  })

  it('has one leader at a time, and another one after it stops', async () => {
    const first = await stand(service.url)
    const second = await stand(service.url)
    expect([first.leads(), second.leads()]).toEqual([true, false])

    await first.stop()

    expect(first.leads()).toBe(false)
    await vi.waitUntil(() => second.leads(), soon)
  })

  it('replaces a leader that lost its connection', async () => {
    const line = await proxyTo(service.url)
    closing.push(() => line.close())
    const said: boolean[] = []
    const first = await stand(line.url, said)
    const second = await stand(service.url)
    expect([first.leads(), second.leads()]).toEqual([true, false])

    await line.refuse()

    await vi.waitUntil(() => second.leads(), soon)
    await vi.waitUntil(() => !first.leads(), soon)
    expect(said).toHaveLength(2)
    await line.accept()
    await second.stop()
    await vi.waitUntil(() => first.leads(), soon)
  })

  it('replaces a leader without heartbeats, such as a suspended process', async () => {
    const database = openDatabase({ url: service.url, maxConnections: 1 })
    closing.push(() => database.close())
    const stalled = await database.connect('stalled')
    closing.push(() => stalled.end().catch(() => {}))
    await stalled.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.projector])
    const next = await stand(service.url)
    expect(next.leads()).toBe(false)

    await stalled.query('set idle_session_timeout = 100')
    await vi.waitUntil(() => next.leads(), soon)
  })
})
